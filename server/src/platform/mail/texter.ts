import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@stationmaster/contract'
import { MINUTE_MS } from '@stationmaster/units'
import type { Config } from '../../config/config.ts'
import { fill, texts } from '../../i18n/index.ts'
import type { Clock } from '../general/clock.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Tx } from '../schema/schema.ts'
import { seal, unseal } from '../secrets/seal.ts'
import { sendSms } from './sms-gateway.ts'

/** Sends codes as SMS. */
export interface Texter {
  /** Sends a code if and only if the transaction commits; it is tried again for as long as the code may be used. */
  send(tx: Tx, sms: { to: string; language: Language; code: string }): Promise<void>
}

interface Sms {
  id: string
  to: string
  text: string
  /** ISO 8601 */
  date: string
}

/** later nobody can use the code */
const goodMs = 10 * MINUTE_MS

/** Sends SMS through the gateway of SMS_URL, or writes them to DATA_DIR/outbox as .sms files when there is none. */
export function openTexter(parts: {
  jobs: Jobs
  clock: Clock
  config: Pick<Config, 'sms' | 'dataDir' | 'secretKey'>
}): Texter {
  const { jobs, clock, config } = parts
  const { gateway } = config.sms
  jobs.work<{ sealed: string }>('sms', async ({ sealed }) => {
    const sms = unseal<Sms>(config.secretKey, sealed)
    if (clock.now().getTime() - new Date(sms.date).getTime() > goodMs) return
    await (gateway ? sendSms(gateway, sms) : intoOutbox(config.dataDir, sms))
  })
  return {
    send: (tx, { to, language, code }) => {
      const text = fill(texts[language].sms.code, { code })
      const sms: Sms = { id: randomUUID(), to, text, date: clock.now().toISOString() }
      return jobs.send(tx, 'sms', { sealed: seal(config.secretKey, sms) })
    },
  }
}

/** The same SMS sent twice is the same file. */
async function intoOutbox(dataDir: string, { id, to, text, date }: Sms): Promise<void> {
  const folder = join(dataDir, 'outbox')
  const file = join(folder, `${date.replaceAll(':', '-')}-${id}.sms`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.part`, `To: ${to}\r\n\r\n${text}\r\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}
