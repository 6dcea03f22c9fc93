import type { Language } from '@stationmaster/contract'
import { texts } from '../../i18n/index.ts'
import type { MailName } from './mail-values.ts'

/** A mail's text; {{name}} stands for a value. */
export interface MailText {
  subject: string
  /** paragraphs above the button */
  before: readonly string[]
  /** absent: the mail leads to no page */
  button?: string
  /** paragraphs below the button */
  after: readonly string[]
}

/** The texts of all mails. None holds its receiver's name: people who sign up can write anything there, to any address. */
export const mailTexts: Record<Language, Record<MailName, MailText>> = {
  en: texts.en.mails,
  de: texts.de.mails,
  ru: texts.ru.mails,
}
