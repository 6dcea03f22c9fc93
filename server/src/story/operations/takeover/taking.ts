import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorAnswer, Takeover } from '@stationmaster/contract'
import { expect } from 'vitest'
import type { Office } from '../../world/office.ts'
import { formOf } from '../../world/upload-picture.ts'
import type { Network } from './networks.ts'

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

const tables = [
  'locations',
  'stations',
  'connectors',
  'drivers',
  'id_tokens',
  'orders',
  'ledger_entries',
] as const

/** How many rows the network has, of what may come from another. */
export async function countRows({
  database: { db },
}: Pick<Office, 'database'>): Promise<Record<(typeof tables)[number], number>> {
  const counts = tables.map(async (table) => {
    const { n } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return [table, n] as const
  })
  return Object.fromEntries(await Promise.all(counts)) as Record<(typeof tables)[number], number>
}

async function sent(office: Office, { system, files, rows }: Network): Promise<Taking> {
  const taking = await Taking.begin(office, system)
  for (const [name, text] of Object.entries(files))
    expect((await taking.send(name, text)).status, name).toBe(200)
  const { body } = await office.call<Takeover>('administrator', 'GET', `takeovers/${taking.id}`)
  expect(body).toMatchObject({ state: 'reading', rows_read: rows })
  return taking
}

/** A dry run says what will come and changes nothing, what it said comes, and a second time brings nothing. */
export async function comesOnce(office: Office, network: Network): Promise<void> {
  const before = await countRows(office)
  const dry = await sent(office, network)
  const report = await dry.checked()
  expect(countsOf(report)).toEqual(network.first)
  expect(faultsOf(report)).toEqual(network.faults)
  for (const { rows } of report.faults)
    for (const { row } of rows) expect(String((await dry.call<string>('report')).body)).toContain(row)
  expect(await countRows(office)).toEqual(before)
  expect((await dry.call('stop')).body.state).toBe('stopped')

  const real = await sent(office, network)
  await real.checked()
  expect(countsOf(await real.applied())).toMatchObject(network.first)
  const after = await countRows(office)
  expect(after).not.toEqual(before)

  const again = await sent(office, network)
  expect(countsOf(await again.checked())).toEqual(network.again)
  expect(countsOf(await again.applied())).toEqual(network.again)
  expect(await countRows(office)).toEqual(after)
}
