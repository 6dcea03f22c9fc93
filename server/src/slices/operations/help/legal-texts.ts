import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '@stationmaster/contract'
import type { Config } from '../../../config/config.ts'
import { contactIn, type Reachable } from './contact.ts'
import { sanitised } from './sanitised.ts'

export type LegalText = 'terms-and-conditions-of-use' | 'privacy-policy'

/** Settings for how long data is kept; a text holds them as {journalDays} and so on. */
const keptSettings = ['journalDays', 'meterMonths', 'orderLogDays', 'auditDays', 'sessionIdleDays'] as const
export type KeptSetting = (typeof keptSettings)[number]

const ours = fileURLToPath(new URL('../../../../texts', import.meta.url))

/**
 * The legal texts as sanitised HTML: the operator's own in DATA_DIR/texts/{name}.{language}.html, else the operator's in another
 * language, since the operator's text comes before ours; else ours. A file is read again after it has changed.
 */
export function openLegalTexts(settings: Reachable & Pick<Config, 'dataDir' | KeptSetting>) {
  const known = new Map<string, { changedAt: number; html: string }>()

  const read = async (folder: string, name: LegalText, language: Language): Promise<string | undefined> => {
    const path = join(folder, `${name}.${language}.html`)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const before = known.get(path)
    if (before?.changedAt === found.mtimeMs) return before.html
    const text = await readFile(path, 'utf8')
    const kept = Object.fromEntries(keptSettings.map((name) => [name, String(settings[name])]))
    const values: Record<string, string> = { ...kept, contact: contactIn(language, settings) }
    const html = await sanitised(text.replaceAll(/\{(\w{1,20})\}/g, (as, name: string) => values[name] ?? as))
    known.set(path, { changedAt: found.mtimeMs, html })
    return html
  }

  return async (name: LegalText, language: Language): Promise<string> => {
    const theirs = join(settings.dataDir, 'texts')
    for (const wanted of [language, ...languages.filter((other) => other !== language)]) {
      const html = await read(theirs, name, wanted)
      if (html !== undefined) return html
    }
    // every text comes with the program in every language
    return (await read(ours, name, language))!
  }
}
