import { setTimeout as delay } from 'node:timers/promises'
import { first } from '@stationmaster/units'
import pg from 'pg'
import { codeOf, isAway, StartError } from './database-fault.ts'

const everyMs = 1000
const connectMs = 5000
const oldestVersion = 150_000

/**
 * Waits until a PostgreSQL server lets us in, and says once what it waits for; throws StartError when it never will: another user,
 * password or database is needed, or another server.
 */
export async function awaitPostgres(databaseUrl: string, say: (line: string) => void): Promise<void> {
  const { host, user, database } = partsOf(databaseUrl)
  const server = `PostgreSQL at ${host}`
  for (let waited = false; ; waited = true) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectMs })
    // a connection lost between two queries fails the next one
    client.on('error', () => {})
    try {
      await client.connect()
      await mustFit(client, server)
      return
    } catch (error) {
      if (error instanceof StartError) throw error
      const { message } = error as Error
      const refusal = refusalOf(codeOf(error), message, { server, user, database })
      if (refusal) throw new StartError(refusal)
      if (!waited) say(`${server} does not answer (${codeOf(error) || message}). Waiting for it.`)
      await delay(everyMs)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Why it would be no use to wait (SQLSTATEs of PostgreSQL appendix A); null when it may come by itself. */
function refusalOf(
  code: string,
  message: string,
  { server, user, database }: Record<'server' | 'user' | 'database', string>,
): string | null {
  if (code === '28P01' || /^SASL/.test(message)) return `${server} refuses the password of user ${user}.`
  if (code.startsWith('28')) return `${server} does not let user ${user} in: ${message}.`
  if (code === '3D000')
    return `${server} has no database ${database}. Make it with createdb, or set another DATABASE_URL.`
  if (code === '42501')
    return `${server} does not let user ${user} into the database ${database}: ${message}.`
  const transient =
    code === '' ? !/\bSSL\b/.test(message) : isAway({ code }) || /^E(?!RR_)[A-Z_]+$/.test(code)
  return transient ? null : `${server} cannot be used: ${message}.`
}

async function mustFit(client: pg.Client, server: string): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding`,
  )
  const { version, encoding } = first(rows)
  if (version < oldestVersion) {
    throw new StartError(`${server} is version ${Math.floor(version / 10_000)}; 15 or newer is needed.`)
  }
  if (encoding !== 'UTF8')
    throw new StartError(`${server} keeps its database in ${encoding}; UTF8 is needed.`)
}

function partsOf(databaseUrl: string): { host: string; user: string; database: string } {
  const { host, port, user, database } = new pg.Client(databaseUrl)
  return { host: `${host}:${port}`, user: user ?? '', database: database ?? '' }
}
