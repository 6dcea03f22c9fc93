import type { Protocol } from '@stationmaster/ocpp'
import type { VirtualStation } from '@stationmaster/simulator'

/** What a station was told of a card, in no version's words. */
export interface CardWordTold {
  status: string
  expiresAt?: string
  group?: string
}

/** A station that says no more of cards and transactions than a story tells it to, in raw messages of its version. */
export interface CardTalk {
  authorize(token: string): Promise<CardWordTold>
  /** resolves with the name of the transaction, and the word on its card */
  start(token: string, options?: StartOptions): Promise<{ transactionId: string; told: CardWordTold }>
  stop(transactionId: string, token: string, energyWh?: number): Promise<CardWordTold>
}

interface StartOptions {
  reservationId?: number
  /** when it began; the same start is said again with the same */
  at?: Date
  transactionId?: string
}

type Payload = Record<string, unknown>

let names = 0

export function cardTalk(protocol: Protocol, station: VirtualStation, now: () => Date): CardTalk {
  return protocol === 'ocpp1.6' ? talk16(station, now) : talk201(station, now)
}

function talk16({ link }: VirtualStation, now: () => Date): CardTalk {
  const told = ({ idTagInfo }: Payload): CardWordTold => {
    const { status, expiryDate, parentIdTag } = (idTagInfo ?? {}) as Record<string, string>
    return wordOf(status, expiryDate, parentIdTag)
  }
  return {
    authorize: async (idTag) => told(await link.call('Authorize', { idTag })),
    async start(idTag, { reservationId, at = now() } = {}) {
      const reserved = reservationId === undefined ? {} : { reservationId }
      const start = { connectorId: 1, idTag, meterStart: 0, timestamp: at.toISOString(), ...reserved }
      const answer = await link.call('StartTransaction', start)
      return { transactionId: String(answer.transactionId), told: told(answer) }
    },
    stop: async (transactionId, idTag, meterStop = 1000) =>
      told(
        await link.call('StopTransaction', {
          transactionId: Number(transactionId),
          idTag,
          meterStop,
          timestamp: now().toISOString(),
        }),
      ),
  }
}

function talk201({ link }: VirtualStation, now: () => Date): CardTalk {
  const told = ({ idTokenInfo }: Payload): CardWordTold => {
    const { status, cacheExpiryDateTime, groupIdToken } = (idTokenInfo ?? {}) as Payload
    const group = (groupIdToken ?? {}) as { idToken?: string }
    return wordOf(String(status), cacheExpiryDateTime as string | undefined, group.idToken)
  }
  const idToken = (token: string) => ({ idToken: token, type: 'ISO14443' })
  const event = (eventType: string, transactionId: string, token: string, at: Date, more: Payload) =>
    link.call('TransactionEvent', {
      eventType,
      timestamp: at.toISOString(),
      triggerReason: eventType === 'Started' ? 'Authorized' : 'StopAuthorized',
      seqNo: eventType === 'Started' ? 0 : 1,
      evse: { id: 1, connectorId: 1 },
      idToken: idToken(token),
      transactionInfo: { transactionId, ...(eventType === 'Started' ? {} : { stoppedReason: 'Local' }) },
      ...more,
    })
  const register = (value: number, at: Date, context: string) => ({
    meterValue: [{ timestamp: at.toISOString(), sampledValue: [{ value, context }] }],
  })
  return {
    authorize: async (token) => told(await link.call('Authorize', { idToken: idToken(token) })),
    async start(token, { reservationId, at = now(), transactionId = `T${++names}-${at.getTime()}` } = {}) {
      const reserved = reservationId === undefined ? {} : { reservationId }
      const begin = register(0, at, 'Transaction.Begin')
      const answer = await event('Started', transactionId, token, at, { ...begin, ...reserved })
      return { transactionId, told: told(answer) }
    },
    async stop(transactionId, token, energyWh = 1000) {
      const at = now()
      return told(await event('Ended', transactionId, token, at, register(energyWh, at, 'Transaction.End')))
    },
  }
}

const wordOf = (
  status: string | undefined,
  expiresAt: string | undefined,
  group: string | undefined,
): CardWordTold => ({
  status: status ?? 'none',
  ...(expiresAt === undefined ? {} : { expiresAt }),
  ...(group === undefined ? {} : { group }),
})
