import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Payment } from './payment.ts'

const pausesMs = [1000, 5000, 15_000, 60_000]

/** Tells the payee of changes over HTTP, signed, again until it is heard; some cards make it late or twice. */
export class Notices {
  constructor(
    private readonly secret: string,
    private readonly lateMs: number,
    private readonly now: () => Date,
  ) {}

  send(payment: Payment): void {
    if (payment.notifyUrl === '') return
    const body = JSON.stringify({
      id: randomUUID(),
      type: `payment.${payment.state}`,
      payment: { id: payment.id, state: payment.state },
    })
    const trick = payment.card?.behaviour
    // the first of a late card comes after those that follow it
    const waitMs = trick === 'notice_late' && payment.state === 'held' ? this.lateMs : 0
    for (let copy = trick === 'notice_twice' ? 2 : 1; copy > 0; copy -= 1)
      void this.deliver(payment.notifyUrl, body, waitMs)
  }

  private async deliver(url: string, body: string, waitMs: number): Promise<void> {
    for (const pauseMs of [waitMs, ...pausesMs]) {
      await delay(pauseMs, undefined, { ref: false })
      const at = Math.floor(this.now().getTime() / 1000)
      const signature = createHmac('sha256', this.secret).update(`${at}.${body}`).digest('hex')
      const headers = { 'content-type': 'application/json', 'sandbox-signature': `t=${at},v1=${signature}` }
      const signal = AbortSignal.timeout(10_000)
      const answer = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok) return
    }
  }
}
