import { once } from 'node:events'
import type { Random } from '@stationmaster/simulator'
import { makeAdministrator } from '../measuring/asking.ts'
import { startNats } from '../measuring/nats.ts'
import { startStationmaster, type Target } from '../measuring/servers.ts'
import { end, temporaryFolder } from '../processes/processes.ts'
import { query, seedStations } from '../seeding/database.ts'
import { BadNetwork } from '../soak/bad-network.ts'
import { Office } from '../soak/office.ts'
import { type OcpiVersion, PartnerProcess } from './partner-process.ts'

export const serverNames = ['one', 'two'] as const
export type ServerName = (typeof serverNames)[number]

const stationsOfLocation = 10
const timeoutSeconds = 5
/** how long a server has deliveries for itself */
const sendingSeconds = 120

interface Laid {
  databaseUrl: string
  network: BadNetwork
  office: Office
  nats: Awaited<ReturnType<typeof startNats>>
  partner: PartnerProcess
  shared: Readonly<Record<string, string>>
}

export const cardOf = (number: number) => `ROAM${String(number).padStart(5, '0')}`

/** Two servers on one PostgreSQL behind one address, and a partner whose cards charge there; each of them may be killed. */
export class RoamingStage {
  /** servers that ended by themselves */
  readonly deaths: string[] = []
  private readonly servers = new Map<ServerName, Target>()

  private constructor(private readonly laid: Laid) {}

  /** On a database that is empty or only migrated. */
  static async open(
    databaseUrl: string,
    { stations, version, random }: { stations: number; version: OcpiVersion; random: Random },
  ): Promise<RoamingStage> {
    const password = makeAdministrator({ DATABASE_URL: databaseUrl })
    await seed(databaseUrl, stations)
    const network = await BadNetwork.listen(random)
    // it only stands between, so that a station finds the server that is there
    network.recover()
    const nats = await startNats()
    const cards = Array.from({ length: stations }, (_, i) => cardOf(i + 1))
    const shared = {
      NATS_URL: nats.url,
      FILES_URL: `file://${temporaryFolder('bench-files')}`,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PUBLIC_URL: network.origin,
      OUTGOING_PRIVATE_NETWORKS: 'loopback',
      OCPI_TIMEOUT_SECONDS: String(timeoutSeconds),
      OCPI_REQUESTS_PER_MINUTE: '1000000',
      REQUESTS_PER_MINUTE: '1000000',
      PLANS: 'off',
      LOG_LEVEL: 'error',
    }
    const partner = await PartnerProcess.prepare({ version, cards })
    const office = new Office(network.origin, password)
    const stage = new RoamingStage({ databaseUrl, network, office, nats, partner, shared })
    try {
      await Promise.all(serverNames.map((name) => stage.startServer(name)))
      await stage.#connect()
      return stage
    } catch (error) {
      await stage.close()
      throw error
    }
  }

  get partner(): PartnerProcess {
    return this.laid.partner
  }

  get office(): Office {
    return this.laid.office
  }

  get ocppUrl(): string {
    return `${this.laid.network.origin.replace('http', 'ws')}/ocpp`
  }

  query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return query(this.laid.databaseUrl, text, values)
  }

  async startServer(name: ServerName): Promise<void> {
    const { databaseUrl, network, shared } = this.laid
    const target = await startStationmaster(databaseUrl, undefined, { ...shared, NODE_ID: name })
    this.servers.set(name, target)
    network.add(originOf(target))
    target.process.once('exit', (code, signal) => {
      if (this.servers.get(name) === target)
        this.deaths.push(`server ${name} ended by itself: ${code ?? signal}`)
    })
  }

  async killServer(name: ServerName): Promise<void> {
    const target = this.servers.get(name)
    if (!target) return
    this.servers.delete(name)
    this.laid.network.remove(originOf(target))
    const gone = once(target.process, 'exit')
    target.process.kill('SIGKILL')
    await gone
  }

  /** For the queue an hour passes: what is in it is as old, and what waits for a time waits an hour less. Nothing may be on its way. */
  async anHourPasses(): Promise<void> {
    await this.query(
      `update deliveries set created_at = created_at - interval '1 hour', due_at = due_at - interval '1 hour'`,
    )
    await this.query(`update delivery_targets set due_at = due_at - interval '1 hour',
      failing_since = failing_since - interval '1 hour', delivered_at = delivered_at - interval '1 hour'`)
  }

  /** The minute passes at which the servers look for what they missed; what a dead one had on its way is free. */
  async aMinutePasses(): Promise<void> {
    // whoever is alive has given up by then
    const takenBefore = sendingSeconds - 2 * timeoutSeconds
    await this.query(`update deliveries set due_at = now()
      where state = 'sending' and due_at < now() + ${takenBefore} * interval '1 second'`)
    await this.query(
      `insert into pgboss.job (name, data) values ('roaming-sessions', '{}'), ('deliveries', '{}')`,
    )
  }

  async close(): Promise<void> {
    const targets = [...this.servers.values()]
    this.servers.clear()
    this.laid.network.close()
    await this.partner.kill()
    for (const target of targets) target.process.kill('SIGKILL')
    await Promise.all(targets.map(({ process }) => end(process)))
    await this.laid.nats.end()
  }

  /** The partner registers, is shown every location, and its cards are read. */
  async #connect(): Promise<void> {
    const { office, partner } = this.laid
    const today = new Date().toISOString().slice(0, 10)
    const terms = { name: 'Bench', inn: '7707083893', address: 'Moscow', vat_percent: 22, valid_from: today }
    await office.call('POST', 'legal-details', terms)
    await office.call('PUT', 'roaming/party', { country_code: 'DE', party_id: 'STM', name: 'Bench' })
    type Invitation = { token: string; versions_url: string; partner: { id: number } }
    const invited = await office.call<Invitation>('POST', 'roaming/partners', { name: 'Cards' })
    await partner.start({ url: invited.versions_url, token: invited.token })
    await office.call('POST', `roaming/partners/${invited.partner.id}/tokens/read`, {})
    // what is published from now on is sent
    const published = { published: true }
    for (const kind of ['locations', 'tariffs'])
      for (const { id } of await this.query<{ id: string }>(`select id from ${kind} order by id`))
        await office.call('PUT', `roaming/${kind}/${id}`, published)
  }
}

const originOf = ({ url }: Target): string => new URL(url.replace('ws', 'http')).origin

/** Stations at locations of ten, as partners may be shown them. */
async function seed(url: string, stations: number): Promise<void> {
  await seedStations(url, stations)
  const locations = Math.ceil(stations / stationsOfLocation)
  await query(
    url,
    `with made as (
      insert into locations (name, country, city, street, postal_code, time_zone, created_at)
      select 'Bench ' || n, 'RU', 'Moscow', 'Arbat ' || n, '119019', 'Europe/Moscow', now()
      from generate_series(2, $1::int) n returning id
    )
    insert into tariff_assignments (tariff_id, scope, location_id, created_at)
    select t.id, 'location', made.id, now() from tariffs t, made`,
    [locations],
  )
  await query(url, `update locations set lat = 55.75, lng = 37.59, country = 'Russia'`)
  await query(
    url,
    `update stations s set location_id = l.id from (select id, row_number() over (order by id) as nth from locations) l
    where l.nth = 1 + s.number % $1::int`,
    [locations],
  )
}
