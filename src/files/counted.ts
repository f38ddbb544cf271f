/** `1 sentence`, `12,544 sentences`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  // Intl.NumberFormat takes longer to load than a short sentence takes to parse.
  const grouped = String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${grouped} ${count === 1 ? singular : plural}`
}
