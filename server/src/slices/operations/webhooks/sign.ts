import { randomBytes } from 'node:crypto'

/** What signs and checks webhooks; loaded when the first one is sent. */
const library = () => import('standardwebhooks')

export const drawSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
export const drawKey = (): string => `msg_${randomBytes(18).toString('base64url')}`

interface Signed {
  key: string
  at: Date
  body: string
}

/** The headers of Standard Webhooks, with a signature by each secret: a receiver may know either while they change. */
export async function signedHeaders(
  { key, at, body }: Signed,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const { Webhook } = await library()
  return {
    'webhook-id': key,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(key, at, body)).join(' '),
  }
}
