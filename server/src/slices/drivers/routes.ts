import { type drivers as calls, type driverSchema, drivers } from '@stationmaster/contract'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { Failure, isDuplicate } from '../../platform/failure.ts'
import { type Received, type Rest, route } from '../../platform/http.ts'
import type { Db, Tx } from '../../platform/schema.ts'
import {
  type DriverRow,
  findDriver,
  insertDriver,
  insertTokens,
  listDrivers,
  updateTokensBlocked,
} from './store.ts'
import { tokenKey } from './tokens.ts'

type Driver = z.output<typeof driverSchema>
type From = Pick<Received<unknown, unknown, unknown>, 'caller' | 'remoteAddress'>

export function driverRoutes(rest: Rest, { db, clock }: { db: Db; clock: Clock }): void {
  const change = async <T>(
    { caller, remoteAddress }: From,
    action: string,
    after: unknown,
    run: (tx: Tx, at: Date) => Promise<{ id: string | number; result: T }>,
  ): Promise<T> => {
    const at = clock.now()
    try {
      return await db.transaction().execute(async (tx) => {
        const { id, result } = await run(tx, at)
        const subjectType = action.startsWith('token') ? 'token' : 'driver'
        await audit(tx, { caller, action, subjectType, subjectId: id, after, remoteAddress, at })
        return result
      })
    } catch (error) {
      throw isDuplicate(error, 'id_tokens_pkey') ? new Failure('token.exists') : error
    }
  }

  route(rest, drivers.list, async ({ query }) => {
    const { items, total } = await listDrivers(db, query)
    return { items: items.map(viewOf), total }
  })

  route(rest, drivers.add, async (received) => {
    const { body } = received
    const id = await change(received, 'driver.add', body, async (tx, createdAt) => {
      const inserted = await insertDriver(tx, newDriver(body, createdAt))
      await insertTokens(tx, body.tokens, inserted, createdAt)
      return { id: inserted, result: inserted }
    })
    return viewOf((await findDriver(db, id))!)
  })

  route(rest, drivers.addToken, async (received) => {
    const token = tokenKey(received.body.token)
    const driverId = received.body.driver_id ?? null
    const { payment_method_type } = received.body
    if (driverId !== null && !(await findDriver(db, driverId))) throw new Failure('driver.not_found')
    await change(received, 'token.add', { driverId, payment_method_type }, async (tx, at) => {
      await insertTokens(tx, [token], driverId, at, payment_method_type)
      return { id: token, result: undefined }
    })
    return { token, driver_id: driverId, blocked: false, payment_method_type }
  })

  route(rest, drivers.blockToken, async (received) => {
    const { id } = received.params
    const { blocked } = received.body
    if (!(await findDriver(db, id))) throw new Failure('driver.not_found')
    await change(received, blocked ? 'driver.block' : 'driver.unblock', { blocked }, async (tx) => {
      await updateTokensBlocked(tx, id, blocked)
      return { id, result: undefined }
    })
    return viewOf((await findDriver(db, id))!)
  })
}

const newDriver = (body: z.output<typeof calls.add.body>, createdAt: Date) => ({
  firstName: body.first_name,
  lastName: body.last_name,
  phone: body.phone || null,
  email: body.email || null,
  createdAt,
})

const viewOf = ({ id, first_name, last_name, phone, email, avatar_url, tokens }: DriverRow): Driver => ({
  id,
  first_name,
  last_name,
  phone,
  email,
  avatar_url,
  tokens,
})
