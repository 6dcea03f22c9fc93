import { SECOND_MS } from '@stationmaster/units'
import type { Clock } from '../../../../platform/general/clock.ts'
import { type OutgoingAnswer, OutgoingFault, sendOutgoing } from '../../../../platform/http/outgoing/send.ts'
import type { Reach } from '../../../../platform/http/outgoing/targets.ts'
import type { Deliveries, DeliveryOutcome } from '../../../../platform/jobs/deliveries/deliveries.ts'
import type { Db, Tx } from '../../../../platform/schema/schema.ts'
import { unseal } from '../../../../platform/secrets/seal.ts'
import { type ChannelRow, findChannel } from '../store/channel-store.ts'
import type { ChannelMeans, Message } from './means.ts'
import { telegramAt } from './telegram.ts'
import { webhook } from './webhook.ts'

/** the name of these deliveries; their targets are the ids of channels */
export const deliveryChannel = 'alert'
const answerMs = 15 * SECOND_MS
const bytesMost = 100_000

interface ChannelParts {
  db: Db
  clock: Clock
  deliveries: Deliveries
  secretKey: string
  reach: Reach
  telegramUrl: string
}

/** Sends messages to webhooks and chats: at least once, by deliveries, which try again for a week. */
export class Channels {
  private readonly means: Record<ChannelRow['kind'], ChannelMeans>

  constructor(private readonly parts: ChannelParts) {
    this.means = { webhook, telegram: telegramAt(parts.telegramUrl) }
    parts.deliveries.add({
      name: deliveryChannel,
      deliver: async ({ target, payload }) => {
        const channel = await findChannel(parts.db, Number(target))
        return channel ? this.send(channel, payload as unknown as Message) : { kind: 'done' }
      },
    })
  }

  /** Records a message for a channel, in the caller's transaction. */
  async tell(tx: Tx, channelId: number, message: Message): Promise<void> {
    await this.parts.deliveries.send(tx, [
      {
        channel: deliveryChannel,
        target: String(channelId),
        topic: 'incidents',
        key: message.id,
        payload: message,
        replaceable: false,
      },
    ])
  }

  /** Sends a message at once. */
  async send(channel: ChannelRow, message: Message): Promise<DeliveryOutcome> {
    const { clock, reach, secretKey } = this.parts
    const secret = opened(secretKey, channel.sealed)
    if (secret === null) return { kind: 'refused', error: 'its secret was kept under another SECRET_KEY' }
    const { target, kind } = channel
    const call = this.means[kind].callOf({ target, secret }, message, clock.now())
    try {
      return outcomeOf(await sendOutgoing({ ...call, method: 'POST', timeoutMs: answerMs, bytesMost }, reach))
    } catch (error) {
      if (!(error instanceof OutgoingFault)) throw error
      const isFinal = error.kind === 'forbidden' || error.kind === 'redirected'
      return { kind: isFinal ? 'refused' : 'away', error: hidden(error.message, secret) }
    }
  }
}

/** null: it was sealed under another key. */
function opened(secretKey: string, sealed: string): string | null {
  try {
    return unseal<string>(secretKey, sealed)
  } catch {
    return null
  }
}

/** 429 and faults of the other side pass; what else is no 2xx is a refusal of this message. */
function outcomeOf({ status, text }: OutgoingAnswer): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: 'done' }
  const error = `${status} ${text}`.trim().slice(0, 200)
  return { kind: status === 429 || status >= 500 ? 'away' : 'refused', error }
}

/** A bot's token stands in the address that it is called at. */
const hidden = (message: string, secret: string): string => message.replaceAll(secret, '***')
