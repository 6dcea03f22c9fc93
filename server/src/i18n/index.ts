import all from 'virtual:server-texts'
import type { Language } from '@stationmaster/contract'
import type { Texts } from './generated/texts.ts'

/** The texts of mails and documents; {{name}} in a text stands for a value (`fill`). */
export const texts: Record<Language, Texts> = all

/** The keys of the heads of columns in reports and their files. */
export type ColumnKey = keyof Texts['reportColumns']

/** Puts values into a text; a value that is not given is left out. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w{1,40})\}\}/g, (_, name: string) => values[name] ?? '')
