import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../web/src/i18n/en', import.meta.url))

/** Every key of the English texts, e.g. `dashboard.title`; plural forms without their ending. */
const keys = new Set(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      flatten(basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    ),
)

function flatten(prefix: string, texts: unknown): string[] {
  if (typeof texts !== 'object' || texts === null)
    return [prefix, prefix.replace(/_(zero|one|two|few|many|other)$/, '')]
  return Object.entries(texts).flatMap(([key, value]) => flatten(`${prefix}.${key}`, value))
}

/** The translation keys that stand in a text as they are, where a translation should be. */
export function rawKeysIn(text: string): string[] {
  return (text.match(/\b[a-z]\w*(?:\.\w+)+/g) ?? []).filter((word) => keys.has(word))
}
