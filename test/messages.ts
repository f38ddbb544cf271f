/** What programs write to standard error, without what depends on the speed of the machine. */

/** The lines without those of progress, such as `parsing: 12 %, 300 sentences, 6 s`: a program that is fast writes none. */
export function withoutProgress(stderr: string): string {
  return stderr.replaceAll(/^\w+ing(?: \S+)?: (?:[^\n]*, )?\d+ s\n/gm, '')
}
