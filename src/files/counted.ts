/** `1 sentence`, `12,544 sentences`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  // Intl.NumberFormat takes longer to load than a short sentence takes to parse.
  let grouped = String(count)
  for (let at = grouped.length - 3; at > 0; at -= 3) grouped = `${grouped.slice(0, at)},${grouped.slice(at)}`
  return `${grouped} ${count === 1 ? singular : plural}`
}
