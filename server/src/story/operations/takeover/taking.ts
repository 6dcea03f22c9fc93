import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorAnswer, Takeover } from '@stationmaster/contract'
import type { Office } from '../../world/office.ts'
import { formOf } from '../../world/upload-picture.ts'

/** The dump of a network of SteVe with two stations; the first of them signs in by a password of this hash. */
export const steveDump = (hash: string): string =>
  readFileSync(new URL('steve.sql', import.meta.url), 'utf8').replace('@HASH@', hash)

/** Takes over another system by the calls that an administrator makes. */
export class Taking {
  constructor(
    private readonly office: Office,
    readonly id: number,
  ) {}

  static async begin(office: Office, system: Takeover['system'], source?: string): Promise<Taking> {
    const body = { system, ...(source ? { source } : {}) }
    const begun = await office.call<Takeover>('administrator', 'POST', 'takeovers', body)
    if (begun.status !== 201) throw new Error(JSON.stringify(begun.body))
    return new Taking(office, begun.body.id)
  }

  call<T = Takeover & ErrorAnswer>(step: 'address' | 'check' | 'start' | 'stop' | 'report', body?: object) {
    const method = step === 'report' ? 'GET' : 'POST'
    return this.office.call<T>('administrator', method, `takeovers/${this.id}/${step}`, body)
  }

  async send(name: string, text: string | Buffer) {
    const { type, body } = formOf(Buffer.from(text), name)
    const answer = await this.office.app.inject({
      method: 'POST',
      url: `/api/v1/takeovers/${this.id}/files`,
      headers: {
        authorization: `Bearer ${await this.office.tokenOf('administrator')}`,
        'content-type': type,
      },
      payload: body,
    })
    return { status: answer.statusCode, body: answer.json<Takeover & ErrorAnswer>() }
  }

  /** Waits until it is in a state, up to a minute. */
  async until(state: Takeover['state']): Promise<Takeover> {
    for (let waited = 0; waited < 60_000; waited += 50) {
      const { body } = await this.office.call<Takeover>('administrator', 'GET', `takeovers/${this.id}`)
      if (body.state === state) return body
      await delay(50)
    }
    throw new Error(`The takeover ${this.id} is not ${state}.`)
  }

  /** What a dry run says. */
  async checked(): Promise<Takeover> {
    const { status, body } = await this.call('check')
    if (status !== 200) throw new Error(JSON.stringify(body))
    return this.until('checked')
  }

  async applied(): Promise<Takeover> {
    const { status, body } = await this.call('start')
    if (status !== 200) throw new Error(JSON.stringify(body))
    return this.until('done')
  }
}

/** How many records of each kind came, were here, and did not come. */
export const countsOf = ({ counts }: Takeover) =>
  Object.fromEntries(counts.map(({ kind, added, here, refused }) => [kind, [added, here, refused]]))

export const faultsOf = ({ faults }: Takeover) =>
  faults
    .map(({ kind, code, total }) => [kind, code, total])
    .sort((a, b) => String(a).localeCompare(String(b)))
