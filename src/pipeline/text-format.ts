/** How trees of text are written. */

export const textFormats = ['conllu', 'text'] as const
export type TextFormat = (typeof textFormats)[number]
