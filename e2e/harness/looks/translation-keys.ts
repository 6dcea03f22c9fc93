import { textsOf } from '../texts.ts'

/** Every key of the English texts; plural forms without their ending. */
const keys = new Set(
  [...textsOf('en').keys()].flatMap((key) => [key, key.replace(/_(zero|one|two|few|many|other)$/, '')]),
)

/** The translation keys that stand in a text as they are, where a translation should be. */
export function rawKeysIn(text: string): string[] {
  return (text.match(/\b[a-z]\w*(?:\.\w+)+/g) ?? []).filter((word) => keys.has(word))
}
