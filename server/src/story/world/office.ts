import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorAnswer, Role, Tokens } from '@stationmaster/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '../../app.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/general/clock.ts'
import { testConfig } from '../../platform/general/testing.ts'
import { openJobs } from '../../platform/jobs/jobs.ts'
import { openLog } from '../../platform/watching/log.ts'
import {
  demoAccounts,
  demoPassword,
  insertDemoAccounts,
} from '../../slices/people/managers/staff/demo-accounts.ts'
import { buildParts, type Parts } from '../../wiring/parts.ts'
import { type OutboxMail, readOutbox } from './outbox.ts'
import { holdJobClock } from './story-clock.ts'

export interface Answer<T> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: T
}

/** A clock that stands still until it is moved. */
class StillClock implements Clock {
  #now = new Date('2026-03-10T09:00:00Z')
  now(): Date {
    return this.#now
  }
  forward(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms)
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The back office without stations: HTTP, a real database, the demo accounts, a clock that stands still. */
export class Office {
  readonly #tokens = new Map<Role, string>()
  readonly database: Database
  readonly config: Config
  #working = false

  private constructor(
    readonly clock: StillClock,
    readonly parts: Parts,
    readonly app: FastifyInstance,
    /** errors of failed jobs; a test that expects some removes them */
    readonly failures: unknown[],
  ) {
    this.database = parts.database
    this.config = parts.config
  }

  /** `jobs` starts the queue, for what is mailed; none begins by the clock. */
  static async open(
    database: Database,
    env: Record<string, string> = {},
    { jobs = false } = {},
  ): Promise<Office> {
    const clock = new StillClock()
    const config = testConfig(env)
    const failures: unknown[] = []
    const queue = openJobs(database, config, (error) => failures.push(error))
    const parts = await buildParts({ config, log: openLog(config), clock, database, jobs: queue })
    parts.readiness.ready = true
    const office = new Office(clock, parts, await buildApp(parts), failures)
    await insertDemoAccounts(database.db, clock.now())
    await holdJobClock(database.db)
    if (jobs) await queue.start()
    office.#working = jobs
    return office
  }

  async close(): Promise<void> {
    await this.app.close()
    if (this.#working) await this.parts.jobs.stop()
    await this.database.close()
    if (this.failures.length > 0) throw new AggregateError(this.failures, 'Jobs have failed.')
  }

  /** Waits until all mails have been sent. */
  mailed(): Promise<void> {
    return this.untilDone('mail', 'password-mail')
  }

  /** Waits until no job of these queues waits or is under way, up to a minute. */
  async untilDone(...queues: string[]): Promise<void> {
    for (let waited = 0; waited < 60_000; waited += 100) {
      const { rows } = await sql`select 1 from pgboss.job
        where name = any(${queues}::text[]) and state in ('created', 'retry', 'active')`.execute(
        this.database.db,
      )
      if (rows.length === 0) return
      await delay(100)
    }
    throw new Error(`Jobs of ${queues.join(', ')} are still under way.`)
  }

  /** The newest mail of a subject to somebody, once all have been sent; the clock tells which is newer. */
  async mailTo(to: string, subject: string): Promise<OutboxMail> {
    await this.mailed()
    const mail = readOutbox(this.config.dataDir).findLast((one) => one.to === to && one.subject === subject)
    if (!mail) throw new Error(`No mail '${subject}' came to ${to}.`)
    return mail
  }

  /** The e-mail of the demo account of a role. */
  emailOf(role: Role): string {
    return demoAccounts.find((account) => account.role === role)!.email
  }

  logIn(email: string, password = demoPassword): Promise<Answer<Tokens & ErrorAnswer>> {
    return this.call(null, 'POST', 'auth/manager/log-in', { email, password })
  }

  /** An access token of a role's demo account; made once and again when the clock has moved past it. */
  async tokenOf(role: Role): Promise<string> {
    const known = this.#tokens.get(role)
    if (known) return known
    const token = (await this.logIn(this.emailOf(role))).body.access_token
    this.#tokens.set(role, token)
    return token
  }

  /** Calls the API as a role, with a token, or as a visitor. */
  async call<T = never>(
    who: Role | { token: string } | null,
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const token = who === null ? null : typeof who === 'string' ? await this.tokenOf(who) : who.token
    const answer = await this.app.inject({
      method,
      url: path.startsWith('/') ? path : `/api/v1/${path}`,
      headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { payload: body as Exclude<InjectOptions['payload'], undefined> }),
    })
    const json = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (json ? answer.json() : answer.body) as T,
    }
  }

  idOf(role: Role): Promise<number> {
    return this.call<{ id: number }>(role, 'GET', 'auth/manager').then(({ body }) => body.id)
  }

  async addLocation(name: string, owner?: number): Promise<number> {
    const { body } = await this.call<{ id: number }>('administrator', 'POST', 'locations', {
      name,
      city: 'Tver',
      ...(owner === undefined ? {} : { owner_id: owner }),
    })
    return body.id
  }

  /** Adds a station of two EVSEs: CCS 2 of 150 kW and Type 2 of 22 kW. */
  async addStation(locationId: number, id: string, more: object = {}): Promise<void> {
    const answer = await this.call<ErrorAnswer>('administrator', 'POST', `locations/${locationId}/stations`, {
      ...aStation(id),
      ...more,
    })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  }
}

export const aStation = (id: string) => ({
  id,
  vendor_name: 'Voltwerk',
  model: 'Duo 150',
  connectors: [
    { evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 },
    { evse_number: 2, number: 2, type: 'Type 2', current: 'AC', power: 22 },
  ],
})
