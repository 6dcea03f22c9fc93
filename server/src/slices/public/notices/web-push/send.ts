import { SECOND_MS } from '@stationmaster/units'
import { type BrowserKeys, encrypt } from './encryption.ts'
import type { ServerKey } from './server-key.ts'

const answerMs = 10 * SECOND_MS
/** how long a push service keeps it for a phone that is off */
const keptSeconds = 3600

/** sent; gone: the browser takes no more of this subscription; refused: this message is never taken; away: to be tried again */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'away'

interface Push {
  endpoint: string
  keys: BrowserKeys
  text: string
  /** a later message of this name replaces one that still waits */
  topic: string
}

/** Sends a browser a message over its push service (RFC 8030); redirects are not followed. */
export async function sendPush(
  { endpoint, keys, text, topic }: Push,
  { key, contact, now }: { key: ServerKey; contact: string; now: Date },
): Promise<PushOutcome> {
  let body: Buffer
  try {
    body = encrypt(text, keys)
  } catch {
    return 'gone'
  }
  const answer = await fetch(endpoint, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
    headers: {
      authorization: await key.authorize(endpoint, contact, now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
      urgency: 'high',
      topic,
    },
    body: new Uint8Array(body),
  }).catch(() => null)
  if (!answer) return 'away'
  await answer.body?.cancel()
  if (answer.ok) return 'sent'
  // 401 and 403: it was made for another key of this network (RFC 8292, 4.2)
  if ([401, 403, 404, 410].includes(answer.status)) return 'gone'
  return answer.status === 429 || answer.status >= 500 ? 'away' : 'refused'
}
