/** The standard error of programs, without lines that depend on the speed of the machine. */

/** The lines without progress lines such as `parsing: 12 %, 300 sentences, 6 s`, which a fast program does not write. */
export function withoutProgress(stderr: string): string {
  return stderr.replaceAll(/^\w+ing(?: \S+)?: (?:[^\n]*, )?\d+ s\n/gm, '')
}
