import { AsyncLocalStorage } from 'node:async_hooks'
import { PostgresDriver } from 'kysely'
import type { Db } from '../schema/schema.ts'
import { boundTo } from './transaction.ts'

/** It begins and ends transactions on connections that others give it. */
const driver = new PostgresDriver({ pool: () => Promise.reject(new Error('It opens no connection.')) })
const holders = new AsyncLocalStorage<{ holds: boolean }>()

/**
 * For tests: a database that refuses a second connection to work that already holds one. The embedded database has only one, so such
 * work would wait for itself for ever; the pool of a server would be empty once as many do so as it has connections. `tell` is called
 * too, since a failure in the background may reach nobody else.
 */
export function withOneConnection(db: Db, tell: (error: Error) => void): Db {
  const executor = db.getExecutor()
  return boundTo(
    executor.withConnectionProvider({
      provideConnection: (consumer) => {
        if (holders.getStore()?.holds) {
          const error = new Error('Whoever holds a connection asks for a second one: ask the transaction.')
          tell(error)
          throw error
        }
        return executor.provideConnection(async (connection) => {
          const holder = { holds: true }
          try {
            return await holders.run(holder, () => consumer(connection))
          } finally {
            holder.holds = false
          }
        })
      },
    }),
    driver,
  )
}
