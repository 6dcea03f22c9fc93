import { contract, type Fleet, type fleetBody } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { z } from 'zod'
import { inRepeatableTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../../platform/general/audit.ts'
import type { Clock } from '../../../../platform/general/clock.ts'
import { type Caller, seesNetwork } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { type FleetFields, type FleetRow, findFleet, insertFleet, listFleets, updateFleet } from './store.ts'

interface Parts {
  db: Db
  clock: Clock
  /** of the network: months begin by its clocks */
  timeZone: string
}

/** Companies that pay for their drivers; administrators change them, operators of the whole network see who may charge. */
export function fleetRoutes(rest: Rest, { db, clock, timeZone }: Parts): void {
  const { fleets } = contract
  const month = () => dayOf(clock.now(), timeZone).slice(0, 7)

  const get = async (from: Db, id: number): Promise<FleetRow> => {
    const row = await findFleet(from, id, month())
    if (!row) throw new Failure('fleet.not_found')
    return row
  }

  route(rest, fleets.list, async ({ query, caller }) => {
    if (!seesNetwork(caller)) return { items: [], total: 0 }
    const { rows, total } = await listFleets(db, month(), query)
    return { items: rows.map((row) => viewOf(row, caller)), total }
  })

  route(rest, fleets.get, async ({ params, caller }) => {
    return viewOf(await get(db, params.id), caller)
  })

  route(rest, fleets.add, async ({ body, caller, remoteAddress }) => {
    const at = clock.now()
    return inRepeatableTransaction(db, async (tx) => {
      const id = await insertFleet(tx, fieldsOf(body), at)
      const subject = { subjectType: 'fleet', subjectId: id }
      await audit(tx, { caller, remoteAddress, action: 'fleet.add', ...subject, after: body, at })
      return viewOf(await get(tx, id), caller)
    })
  })

  route(rest, fleets.change, async ({ params: { id }, body, caller, remoteAddress }) => {
    const at = clock.now()
    return inRepeatableTransaction(db, async (tx) => {
      const before = viewOf(await get(tx, id), caller)
      await updateFleet(tx, id, fieldsOf(body))
      const subject = { subjectType: 'fleet', subjectId: id }
      await audit(tx, { caller, remoteAddress, action: 'fleet.change', ...subject, before, after: body, at })
      return viewOf(await get(tx, id), caller)
    })
  })
}

const fieldsOf = (body: z.output<typeof fleetBody>): FleetFields => ({
  name: body.name,
  taxNumber: body.tax_number,
  address: body.address,
  email: body.email,
  contractNumber: body.contract_number,
  language: body.language,
  limitMinor: body.month_limit,
  active: body.active,
  priority: body.priority ?? null,
})

function viewOf(row: FleetRow, { role }: Pick<Caller, 'role'>): Fleet {
  const administers = role === 'administrator'
  const forAdministrators = <T>(value: T): T | null => (administers ? value : null)
  const { id, name, language, active, priority, drivers, limitMinor, usedMinor, heldMinor } = row
  return {
    id,
    name,
    language,
    active,
    priority,
    drivers,
    tax_number: forAdministrators(row.taxNumber),
    address: forAdministrators(row.address),
    email: forAdministrators(row.email),
    contract_number: forAdministrators(row.contractNumber),
    month_limit: forAdministrators(limitMinor),
    used: forAdministrators(usedMinor),
    held: forAdministrators(heldMinor),
    owed: forAdministrators(row.owedMinor),
    used_up: limitMinor !== null && usedMinor + heldMinor >= limitMinor,
    can: { change: administers },
  }
}
