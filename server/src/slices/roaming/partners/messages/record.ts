import { storableText } from '@stationmaster/ocpp'
import type { Db } from '../../../../platform/schema/schema.ts'
import { insertMessage, type PartnerMessage } from './message-store.ts'

/** what is kept of a body, in characters */
const keptMost = 16_000
const mask = '***'

/** Keeps a call between a partner and us. What is too long is cut, and credentials tokens are not written down. */
export const recordMessage = (db: Db, message: PartnerMessage): Promise<void> =>
  insertMessage(db, {
    ...message,
    path: kept(message.path, 1000),
    requestId: message.requestId && kept(message.requestId, 200),
    correlationId: message.correlationId && kept(message.correlationId, 200),
    requestBody: bodyOf(message.module, message.requestBody),
    answerBody: bodyOf(message.module, message.answerBody),
  })

function bodyOf(module: string, text: string | null): string | null {
  if (text === null || text === '') return null
  return kept(module === 'credentials' ? withoutTokens(text) : text, keptMost)
}

const kept = (text: string, most: number): string =>
  storableText(text.length > most ? `${text.slice(0, most)}…` : text)

/** The bodies of the module credentials, as JSON or not: nobody learns a token from what we keep. */
function withoutTokens(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (name, value: unknown) => (name === 'token' ? mask : value))
  } catch {
    return mask
  }
}
