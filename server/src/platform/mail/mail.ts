import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@stationmaster/contract'
import type { Config } from '../../config/config.ts'
import type { Clock } from '../general/clock.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Tx } from '../schema/schema.ts'
import { seal, unseal } from '../secrets/seal.ts'
import { type Sender, takeMail } from './mail-bounds.ts'
import { type LetterTexts, renderLetter } from './mail-page.ts'
import { mailTexts } from './mail-text.ts'
import type { MailName, MailValues } from './mail-values.ts'

/** Mails whose number is limited: to an address that somebody typed, or that somebody can request again and again. */
export const limitedMails = [
  'balanceCode',
  'confirmCharge',
  'confirmNewEmail',
  'emailChanging',
  'invitation',
  'invitationToProvider',
  'payDebt',
  'payOrder',
  'serviceCode',
  'verifyEmail',
] as const satisfies readonly MailName[]
export type LimitedMail = (typeof limitedMails)[number]

/** A mail to one person, in their language. */
export interface Letter<N extends MailName = MailName> {
  to: string
  language: Language
  name: N
  values: MailValues[N]
  /** a file that comes with it */
  attachment?: { name: string; type: string; bytes: Buffer }
}

/** Sends mails. */
export interface Mailer {
  /** Sends a mail if and only if the transaction commits; it is tried again, for about an hour and a half, while the mail server refuses. */
  send<N extends Exclude<MailName, LimitedMail>>(tx: Tx, letter: Letter<N>): Promise<void>
  /** The same for a mail of `limitedMails`, whose number is limited by address and by sender (`takeMail` says what it throws). */
  sendLimited<N extends LimitedMail>(tx: Tx, by: Sender, letter: Letter<N>): Promise<void>
  /** The full address of a page of ours, e.g. of '/login', at PUBLIC_URL. */
  link(path: string): string
}

interface Message extends LetterTexts {
  messageId: string
  to: string
  /** ISO 8601, as it rests in the queue */
  date: string
  attachments?: { filename: string; contentType: string; content: string; encoding: 'base64' }[]
}

type Deliver = (message: Message) => Promise<void>

/**
 * Sends mails through SMTP_URL, or writes them to DATA_DIR/outbox as .eml files when there is none. A mail is encrypted in the job
 * queue: it may hold a link that gives access.
 */
export function openMailer(parts: {
  jobs: Jobs
  clock: Clock
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'secretKey'>
  baseUrl: () => string
}): Mailer {
  const { jobs, clock, config, baseUrl } = parts
  const deliver = config.smtpUrl ? overSmtp(config.smtpUrl, config.mailFrom) : intoOutbox(config)
  const host = config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1).replace('>', '')
  jobs.work<{ sealed: string }>('mail', ({ sealed }) => deliver(unseal<Message>(config.secretKey, sealed)))
  const send = <N extends MailName>(tx: Tx, letter: Letter<N>): Promise<void> => {
    const { to, language, name, values, attachment } = letter
    const texts = renderLetter(mailTexts[language][name], language, values)
    const messageId = `<${randomUUID()}@${host}>`
    const message: Message = {
      ...texts,
      to,
      messageId,
      date: clock.now().toISOString(),
      ...(attachment ? { attachments: [attached(attachment)] } : {}),
    }
    return jobs.send(tx, 'mail', { sealed: seal(config.secretKey, message) })
  }
  return {
    send,
    sendLimited: async (tx, by, letter) => {
      await takeMail(tx, { to: letter.to, by }, clock.now())
      await send(tx, letter)
    },
    link: (path) => new URL(path, baseUrl()).href,
  }
}

const attached = ({ name, type, bytes }: NonNullable<Letter['attachment']>) => ({
  filename: name,
  contentType: type,
  content: bytes.toString('base64'),
  encoding: 'base64' as const,
})

/** A message with who sends it; nodemailer writes the date as RFC 5322 has it, where it is given an instant and no text. */
const headed = ({ date, ...message }: Message, from: string) => ({ ...message, from, date: new Date(date) })

const safe = { disableFileAccess: true, disableUrlAccess: true }

function overSmtp(url: string, from: string): Deliver {
  return async (message) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 60_000,
      ...safe,
    })
    await transport.sendMail(headed(message, from))
  }
}

/** The same mail sent twice is the same file. */
function intoOutbox({ dataDir, mailFrom }: Pick<Config, 'dataDir' | 'mailFrom'>): Deliver {
  const folder = join(dataDir, 'outbox')
  return async (message) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...safe })
    const { message: eml } = await transport.sendMail(headed(message, mailFrom))
    const id = message.messageId.slice(1, message.messageId.indexOf('@'))
    const file = join(folder, `${message.date.replaceAll(':', '-')}-${id}.eml`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${file}.part`, eml as Buffer, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }
}
