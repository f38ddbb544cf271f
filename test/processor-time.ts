/** Time for tests of complexity: what other programs on the machine do does not count. */

/** The seconds of processor time that this process takes for the work. */
export function processorSeconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
