/** Processor time for tests of complexity, which does not depend on other programs. */

/** The seconds of processor time that this process takes for the work. */
export function processorSeconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
