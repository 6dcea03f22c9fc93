import type { Language } from '@stationmaster/contract'
import de from './de/index.ts'
import en from './en/index.ts'
import ru from './ru/index.ts'

/** The texts of mails and documents; {{name}} in a text stands for a value (`fill`). */
export const texts: Record<Language, typeof en> = { en, de, ru }

/** The keys of the heads of columns in reports and their files. */
export type ColumnKey = keyof typeof en.reportColumns

/** Puts values into a text; a value that is not given is left out. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w{1,40})\}\}/g, (_, name: string) => values[name] ?? '')
