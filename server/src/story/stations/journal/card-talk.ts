import type { Protocol } from '@stationmaster/ocpp'
import type { VirtualStation } from '@stationmaster/simulator'

/** The answer of the server about a card, independent of the OCPP version. */
export interface CardStatus {
  status: string
  expiresAt?: string
  group?: string
}

/** A station that sends only the messages about cards and transactions that a story gives it, raw, in its OCPP version. */
export interface CardTalk {
  authorize(token: string): Promise<CardStatus>
  /** resolves with the id of the transaction and the status of its card */
  start(token: string, options?: StartOptions): Promise<{ transactionId: string; cardStatus: CardStatus }>
  stop(transactionId: string, token: string, energyWh?: number): Promise<CardStatus>
}

interface StartOptions {
  reservationId?: number
  /** when it began; the same value repeats the same start */
  at?: Date
  transactionId?: string
}

type Payload = Record<string, unknown>

let names = 0

export function cardTalk(protocol: Protocol, station: VirtualStation, now: () => Date): CardTalk {
  return protocol === 'ocpp1.6' ? talk16(station, now) : talk201(station, now)
}

function talk16({ link }: VirtualStation, now: () => Date): CardTalk {
  const cardStatusOf = ({ idTagInfo }: Payload): CardStatus => {
    const { status, expiryDate, parentIdTag } = (idTagInfo ?? {}) as Record<string, string>
    return wordOf(status, expiryDate, parentIdTag)
  }
  return {
    authorize: async (idTag) => cardStatusOf(await link.call('Authorize', { idTag })),
    async start(idTag, { reservationId, at = now() } = {}) {
      const reserved = reservationId === undefined ? {} : { reservationId }
      const start = { connectorId: 1, idTag, meterStart: 0, timestamp: at.toISOString(), ...reserved }
      const answer = await link.call('StartTransaction', start)
      return { transactionId: String(answer.transactionId), cardStatus: cardStatusOf(answer) }
    },
    stop: async (transactionId, idTag, meterStop = 1000) =>
      cardStatusOf(
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
  const cardStatusOf = ({ idTokenInfo }: Payload): CardStatus => {
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
    authorize: async (token) => cardStatusOf(await link.call('Authorize', { idToken: idToken(token) })),
    async start(token, { reservationId, at = now(), transactionId = `T${++names}-${at.getTime()}` } = {}) {
      const reserved = reservationId === undefined ? {} : { reservationId }
      const begin = register(0, at, 'Transaction.Begin')
      const answer = await event('Started', transactionId, token, at, { ...begin, ...reserved })
      return { transactionId, cardStatus: cardStatusOf(answer) }
    },
    async stop(transactionId, token, energyWh = 1000) {
      const at = now()
      return cardStatusOf(
        await event('Ended', transactionId, token, at, register(energyWh, at, 'Transaction.End')),
      )
    },
  }
}

const wordOf = (
  status: string | undefined,
  expiresAt: string | undefined,
  group: string | undefined,
): CardStatus => ({
  status: status ?? 'none',
  ...(expiresAt === undefined ? {} : { expiresAt }),
  ...(group === undefined ? {} : { group }),
})
