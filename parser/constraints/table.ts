/** A column of integers for one sentence: a plain array, since for short sentences a new typed array takes longer. */
export type Table = number[]

export function table(length: number, value: number): Table {
  return Array<number>(length).fill(value)
}
