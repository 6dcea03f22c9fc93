import { webcrypto } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PayPage } from '@stationmaster/contract'
import { type Behaviour, testCards } from '@stationmaster/payment-sandbox'
import type { Random } from '@stationmaster/simulator'
import type { Office } from './office.ts'

/** kopecks; the small one is spent before most sessions end */
const limits = [5_000, 50_000] as const
const cards: readonly [Behaviour, ...Behaviour[]] = [
  'approved',
  'approved',
  'notice_twice',
  'notice_late',
  'no_money',
  'capture_refused_once',
]
const attempts = 10

/** Drivers who pay by card before they charge, at the payment sandbox. */
export class Prepaid {
  /** links that were answered, and of those the ones whose money is held */
  offered = 0
  paid = 0
  isOpen = true

  constructor(
    private readonly office: Office,
    /** of each station, by its number */
    private readonly connectors: ReadonlyMap<number, number>,
  ) {}

  /** True where the charge that was paid for is about to start. */
  async pay(number: number, random: Random): Promise<boolean> {
    const { office } = this
    const offer = { kind: 'charge', limit_amount: random.pick(limits) }
    const path = `connectors/${this.connectors.get(number)}/orders`
    const { link } = await office.call<{ link: string }>('POST', path, offer)
    this.offered += 1
    const page = `pay/${link.split('/').at(-1)}`
    const behaviour = random.pick(cards)
    const card = testCards.find((one) => one.behaviour === behaviour)
    let isSent = false
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      // whoever sends the card and gets no answer looks before paying again
      const shown = await office.ask<PayPage>('GET', page).catch(() => undefined)
      if (shown?.step === 'pay' && !isSent && card)
        isSent = await office
          .ask('POST', `${page}/payment`, await cardBody(shown.card_key ?? '', card.number))
          .then(
            () => true,
            () => false,
          )
      if (shown && ['waiting_plug', 'starting', 'charging', 'stopping', 'finished'].includes(shown.step)) {
        this.paid += 1
        return true
      }
      await pause(1_000)
    }
    return false
  }

  /** Gives back what was paid for a charge that has not begun. */
  async cancel(orderId: string): Promise<void> {
    const reason = { reason: 'No car comes any more' }
    await this.office.call('POST', `orders/${orderId}/cancel`, reason).catch((error: unknown) => {
      console.log(`order ${orderId} could not be canceled: ${String(error)}`)
    })
  }
}

/** A card as a browser encrypts it. */
export async function cardBody(publicKey: string, number: string): Promise<object> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('spki', Buffer.from(publicKey, 'base64'), algorithm, false, [
    'encrypt',
  ])
  const encrypted = async (text: string) =>
    Buffer.from(await webcrypto.subtle.encrypt(algorithm, key, Buffer.from(text))).toString('base64')
  return {
    method: 'card',
    encrypted_card_number: await encrypted(number),
    encrypted_security_code: await encrypted('123'),
    expiration_month: 12,
    expiration_year: new Date().getFullYear() + 2,
  }
}
