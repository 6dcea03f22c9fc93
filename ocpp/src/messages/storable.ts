/**
 * JSON can say what no text of a database can hold: U+0000, and halves of surrogate pairs. Both become U+FFFD, the character
 * that stands for what could not be kept.
 */
const replacement = '\ufffd'
/** a whole pair; what cannot be kept; any other escape, so that the `u` of an escaped backslash is no escape */
const escapes = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u(0000|d[89a-f][0-9a-f]{2})|\\./gi

/** The same JSON text with only such characters in it as a database can hold; the very same where there are no others. */
export function storableJson(json: string): string {
  if (!json.includes('\\u')) return json
  return json.replace(escapes, (found, bad: string | undefined) => (bad === undefined ? found : '\\ufffd'))
}

/** finds any half of a pair, whole pairs included, and many times faster than what knows the difference */
const suspicious = /[\0\ud800-\udfff]/

/** The same for a text. */
export const storableText = (text: string): string =>
  suspicious.test(text) ? text.replaceAll(/\0|\p{Surrogate}/gu, replacement) : text
