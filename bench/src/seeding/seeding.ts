import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** Where a server finds its database: on a PostgreSQL server, or embedded in its data folder. */
export type Place = { DATABASE_URL: string } | { DATA_DIR: string }

/** Asks the database that is filled. */
export type Query = (text: string, values: unknown[]) => Promise<unknown>

/** Fills a database of a PostgreSQL server. */
export async function overClient(url: string, fill: (query: Query) => Promise<void>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await fill((text, values) => client.query(text, values))
  } finally {
    await client.end()
  }
}

/** Fills the embedded database of a data folder, while no server has it. */
export async function overEmbedded(dataDir: string, fill: (query: Query) => Promise<void>): Promise<void> {
  const database = await PGlite.create(join(dataDir, 'database'))
  try {
    await fill((text, values) => database.query(text, values))
  } finally {
    await database.close()
  }
}
