import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '@stationmaster/contract'
import { contactIn, type Reachable } from './contact.ts'
import { sanitised } from './sanitised.ts'

export type LegalText = 'terms-and-conditions-of-use' | 'privacy-policy'

const ours = fileURLToPath(new URL('../../../texts', import.meta.url))

/**
 * The legal texts as sanitised HTML: the operator's own in DATA_DIR/texts/{name}.{language}.html, else in another language of
 * theirs, since what they wrote binds before what we did; else ours. A file that changes is read anew.
 */
export function openLegalTexts(settings: Reachable & { dataDir: string }) {
  const known = new Map<string, { changedAt: number; html: string }>()

  const read = async (folder: string, name: LegalText, language: Language): Promise<string | undefined> => {
    const path = join(folder, `${name}.${language}.html`)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const kept = known.get(path)
    if (kept?.changedAt === found.mtimeMs) return kept.html
    const text = await readFile(path, 'utf8')
    const html = await sanitised(text.replaceAll('{contact}', contactIn(language, settings)))
    known.set(path, { changedAt: found.mtimeMs, html })
    return html
  }

  return async (name: LegalText, language: Language): Promise<string> => {
    const theirs = join(settings.dataDir, 'texts')
    for (const wanted of [language, ...languages.filter((other) => other !== language)]) {
      const html = await read(theirs, name, wanted)
      if (html !== undefined) return html
    }
    return (await read(ours, name, language))!
  }
}
