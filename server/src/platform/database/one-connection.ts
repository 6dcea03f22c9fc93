import { AsyncLocalStorage } from 'node:async_hooks'
import { PostgresDriver } from 'kysely'
import type { Db } from '../schema/schema.ts'
import { boundTo } from './transaction.ts'

/** It begins and ends transactions on connections that others give it. */
const driver = new PostgresDriver({ pool: () => Promise.reject(new Error('It opens no connection.')) })
const holders = new AsyncLocalStorage<{ holds: boolean }>()

/**
 * For tests: a database that refuses whoever asks for a second connection while they hold one. The embedded database has but one, so
 * they would wait for themselves for ever; a server's pool is empty once as many do so as it has connections. `tell` hears of it too,
 * where nobody else does because what was asked in the background has failed.
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
