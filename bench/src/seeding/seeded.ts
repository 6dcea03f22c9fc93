import { makeAdministrator } from '../measuring/asking.ts'
import { endAll, temporaryFolder } from '../processes/processes.ts'
import { BenchDatabase } from './database.ts'
import { openPostgres } from './postgres.ts'
import { seedNetwork } from './seed-network.ts'
import { seedOrders } from './seed-orders.ts'
import { overClient, overEmbedded, type Place, type Query } from './seeding.ts'

/** The network and its sessions, where they are kept. */
export interface Seeded {
  place: Place
  password: string
  /** of the database's processes, where it has its own */
  pid: number | undefined
  drop(): Promise<void>
}

const fill = (orders: number) => async (query: Query) => {
  await seedNetwork(query)
  await seedOrders(query, orders)
}

/** On PostgreSQL: a throw-away server, or that of BENCH_DATABASE_URL. */
export async function seedPostgres(orders: number): Promise<Seeded> {
  const postgres = await openPostgres()
  const database = await BenchDatabase.create(postgres.url)
  const place = { DATABASE_URL: database.url }
  const password = makeAdministrator(place)
  await overClient(database.url, fill(orders))
  const drop = async () => {
    await endAll((child) => child.pid !== postgres.pid)
    await database.drop()
  }
  return { place, password, pid: postgres.pid, drop }
}

/** In a data folder of its own. */
export async function seedEmbedded(orders: number): Promise<Seeded> {
  const place = { DATA_DIR: temporaryFolder('bench-embedded') }
  const password = makeAdministrator(place)
  await overEmbedded(place.DATA_DIR, fill(orders))
  return { place, password, pid: undefined, drop: async () => undefined }
}
