import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { daysOf, isBackedUp, lastBackup } from '../platform/general/backup.ts'
import { systemClock } from '../platform/general/clock.ts'
import { type Config, readConfig } from './config.ts'

/** Each says in one line what is to be looked at before the server is let near drivers and money, or nothing. */
const questions: readonly ((config: Config) => string | false)[] = [
  ({ publicUrl, proxies }) =>
    isHttps(publicUrl) &&
    !proxies.areConfigured &&
    'PUBLIC_URL is https, and the server speaks http: does a proxy stand before it? Then set TRUST_PROXY to its address (127.0.0.1) or to the number of proxies (1), or everybody counts as one address; where none does, set it to 0.',
  ({ publicUrl }) =>
    publicUrl === null &&
    'PUBLIC_URL is not set: links in mails and the addresses that stations are given begin with the address of this machine.',
  ({ publicUrl }) =>
    publicUrl !== null &&
    !isHttps(publicUrl) &&
    !isOfThisMachine(publicUrl) &&
    'PUBLIC_URL is http: passwords of people and stations travel in the open.',
  ({ host, publicUrl, proxies }) =>
    !isHttps(publicUrl) &&
    !proxies.areConfigured &&
    !isThisMachine(host) &&
    `HOST is ${host}: everybody who reaches this machine speaks to the server without TLS. Let a proxy end TLS, set PUBLIC_URL to its https address and TRUST_PROXY to its own, and HOST to 127.0.0.1 where it runs on this machine.`,
  ({ payment }) =>
    payment.provider === 'sandbox' && 'PAYMENT_PROVIDER is sandbox: it takes no money from anybody.',
  ({ payment }) => payment.till === 'sandbox' && 'FISCAL_TILL is sandbox: its receipts are none.',
  ({ smtpUrl }) =>
    smtpUrl === null &&
    'SMTP_URL is not set: mails are files in DATA_DIR/outbox, and nobody gets sign-up links, new passwords or receipts.',
  ({ databaseUrl, dataDir }) => databaseUrl === null && oldBackup(lastBackup(dataDir), systemClock.now()),
]

/**
 * What is wrong or unsafe in the settings, a line each; nothing is started, opened or written for it. Throws ConfigError where the
 * server would not start with them.
 */
export function unsafeSettings(env: NodeJS.ProcessEnv, args: readonly string[]): string[] {
  // a key that is not given is made at the first start, not here
  const secret = env.SECRET_KEY || randomBytes(48).toString('base64url')
  const flags = args.filter((flag) => flag !== '--check')
  const config = readConfig({ ...env, SECRET_KEY: secret }, flags)
  return questions.map((ask) => ask(config)).filter((line) => line !== false)
}

/** What to say of the last backup of the embedded database; null: none is known. */
export function oldBackup(last: Date | null, now: Date): string | false {
  const how = 'Have npm run backup run each night, and try a restore.'
  if (last === null) return `There is no backup of the embedded database in DATA_DIR. ${how}`
  return (
    !isBackedUp(last, now) &&
    `The last backup of the embedded database is ${daysOf(last, now)} days old. ${how}`
  )
}

const isHttps = (url: string | null): boolean => url?.startsWith('https:') ?? false

const isOfThisMachine = (url: string): boolean => isThisMachine(new URL(url).hostname)

const isThisMachine = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'))
