import { protocols } from '@stationmaster/ocpp'
import type { Chance } from '@stationmaster/server/hostile'
import pg from 'pg'
import { administrator, signIn } from '../measuring/asking.ts'
import type { FuzzStation, Network, Target } from './target.ts'

const stationCount = 12
const againMs = 10_000

/** The account that attacks, and a network that is made again where they have taken it apart. */
export class FuzzNetwork {
  readonly network: Network = {
    stations: [],
    locations: [],
    connectors: [],
    orders: [],
    managers: [],
    drivers: [],
    runs: [],
    unmatched: [],
    tokens: ['FUZZ1', 'FUZZ2', 'FUZZ3'],
    uploads: [],
  }
  #token = ''
  #made: Promise<void> | null = null
  #lastMs = -againMs

  private constructor(
    private readonly api: string,
    private readonly database: pg.Pool,
    private readonly password: string,
    private readonly hash: string,
  ) {}

  static async open(api: string, databaseUrl: string, password: string): Promise<FuzzNetwork> {
    const database = new pg.Pool({ connectionString: databaseUrl, max: 1 })
    const { rows } = await database.query('select password_hash from managers where email = $1', [
      administrator,
    ])
    const made = new FuzzNetwork(api, database, password, rows[0].password_hash)
    await made.refresh()
    return made
  }

  close(): Promise<void> {
    return this.database.end()
  }

  target(rest: Omit<Target, 'network' | 'authorization' | 'refresh' | 'chance'>, chance: Chance): Target {
    return {
      ...rest,
      chance,
      network: this.network,
      authorization: () => `Bearer ${this.#token}`,
      refresh: () => this.refresh(),
    }
  }

  /** Signs in again and repairs the network, at most once in ten seconds. */
  refresh(): Promise<void> {
    const fresh =
      performance.now() - this.#lastMs < againMs && this.network.stations.length >= stationCount / 2
    if (fresh && this.#made === null) return this.#signIn()
    this.#made ??= this.#mend().finally(() => {
      this.#made = null
      this.#lastMs = performance.now()
    })
    return this.#made
  }

  async #mend(): Promise<void> {
    await this.#signIn()
    const { network } = this
    network.locations = await this.#ids(
      'select id from locations where deleted_at is null order by id desc limit 20',
    )
    if (network.locations.length === 0) network.locations = [await this.#addLocation()]
    await this.database.query(
      `insert into id_tokens (token, created_at) select token, now() from unnest($1::text[]) token
        on conflict do nothing`,
      [network.tokens],
    )
    await this.#stations()
    network.connectors = await this.#ids('select id from connectors order by id desc limit 40')
    network.orders = await this.#ids('select id from orders order by id desc limit 40')
    network.managers = await this.#ids('select id from managers order by id desc limit 10')
    network.drivers = await this.#ids('select id from drivers order by id desc limit 10')
    network.runs = await this.#ids('select id from bulk_runs order by id desc limit 10')
    network.unmatched = await this.#ids('select id from unmatched_transactions order by id desc limit 20')
  }

  async #ids(query: string): Promise<number[]> {
    const { rows } = await this.database.query<{ id: string }>(query)
    return rows.map(({ id }) => Number(id))
  }

  /** What was made of the account is undone: its password is hashed only once. */
  async #signIn(): Promise<void> {
    await this.database.query(
      `update managers set email = $1, password_hash = $2, role = 'administrator', blocked_at = null
        where id = (select min(id) from managers)
          and (email <> $1 or password_hash <> $2 or role <> 'administrator' or blocked_at is not null)`,
      [administrator, this.hash],
    )
    this.#token = await signIn(this.api, administrator, this.password)
  }

  async #call<T>(path: string, body: object): Promise<T> {
    const ask = () =>
      fetch(`${this.api}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    let answer = await ask()
    // the attacks end sessions of this account meanwhile
    for (let again = 0; answer.status === 401 && again < 5; again += 1) {
      await this.#signIn()
      answer = await ask()
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async #addLocation(): Promise<number> {
    return (await this.#call<{ id: number }>('locations', { name: 'Fuzz yard', city: 'Tver' })).id
  }

  /** New stations for those that were removed or are no longer accepted. */
  async #stations(): Promise<void> {
    const { rows } = await this.database.query<{ id: string }>(
      'select id from stations where deleted_at is null',
    )
    const there = new Set(rows.map(({ id }) => id))
    const kept: FuzzStation[] = this.network.stations.filter(({ id }) => there.has(id))
    // an old location may be removed at any moment
    const location = kept.length < stationCount ? await this.#addLocation() : 0
    while (kept.length < stationCount) {
      const id = `FUZZ-${Date.now().toString(36)}-${kept.length}`
      const { password } = await this.#call<{ password: string }>(`locations/${location}/stations`, {
        id,
        vendor_name: 'Voltwerk',
        model: 'Duo',
        connectors: [1, 2].map((number) => ({
          evse_number: number,
          number,
          type: 'CCS 2',
          current: 'DC',
          power: 150,
        })),
      })
      kept.push({ id, password, protocol: protocols[kept.length % protocols.length] ?? protocols[0] })
    }
    this.network.stations = kept
  }
}
