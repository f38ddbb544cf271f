/** Tests for title case and numbers, as in spaCy for English. */

/** Whether each upper-case letter begins a sequence of cased letters and no lower-case letter does: `Jean-Luc`, `3D`. */
export function isTitle(form: string): boolean {
  let isCased = false
  let isFound = false
  for (const character of form) {
    const isUpper = /^[\p{Lu}\p{Lt}]$/u.test(character)
    const isLower = /^\p{Ll}$/u.test(character)
    if (isUpper === isCased && (isUpper || isLower)) return false
    isCased = isUpper || isLower
    isFound ||= isUpper
  }
  return isFound
}

const NUMBER_WORDS = new Set(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion ' +
    'quadrillion gajillion bazillion first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth ' +
    'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth ' +
    'sixtieth seventieth eightieth ninetieth hundredth thousandth millionth billionth trillionth quadrillionth ' +
    'gajillionth bazillionth'
  ).split(' '),
)

/** Whether a form is a number, fraction or ordinal in digits, or an English number word: `-3.5`, `1/2`, `21st`, `ten`. */
export function isLikeNumber(form: string): boolean {
  const text = form
    .replace(/^[+\-±~]/u, '')
    .replace(/[.,]/gu, '')
    .toLowerCase()
  return /^[\p{Nd}²³¹⁰-⁹₀-₉]+(?:\/[\p{Nd}²³¹⁰-⁹₀-₉]+|st|nd|rd|th)?$/u.test(text) || NUMBER_WORDS.has(text)
}
