import type { Language } from '@stationmaster/contract'
import { at } from '../../scripts/lib/root.mjs'
import { flattened, textsIn, textsOfScreens } from '../../scripts/lib/words/texts/texts.mjs'

const read = new Map<Language, Map<string, string>>()

/** Every text of the screens in a language by its key, e.g. `dashboard.title`. */
export function textsOf(language: Language): Map<string, string> {
  const texts =
    read.get(language) ??
    new Map<string, string>(
      Object.entries(textsIn(at(textsOfScreens), language)).flatMap(([file, node]) => flattened(node, file)),
    )
  read.set(language, texts)
  return texts
}

/** A text of the screens with what stands in its braces. */
export function textOf(language: Language, key: string, values: Record<string, string> = {}): string {
  const found = textsOf(language).get(key)
  if (found === undefined) throw new Error(`There is no text ${key}.`)
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}
