import type { Language } from '@stationmaster/contract'

/** A mail's text; {name} stands for a value. */
export interface MailText {
  subject: string
  before: readonly string[]
  /** absent: nothing is left to do on a page */
  button?: string
  /** Stands before the link written out, for who cannot use the button. */
  copy?: string
  after: readonly string[]
}

/** Stands before a link that is written out. */
export const copy = {
  en: 'If the button does not work, open this address:',
  de: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  ru: 'Если кнопка не работает, откройте этот адрес:',
} as const satisfies Record<Language, string>

/** Our mails, and what each is told; `link` is where its button leads. A slice declares those that it has beside their texts. */
// biome-ignore lint/suspicious/noEmptyInterface: slices add to it
export interface MailValues {}
export type MailName = keyof MailValues

/** Every mail's text in every language. */
export type MailTexts = Record<Language, Record<MailName, MailText>>
