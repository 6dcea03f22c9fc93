import { contract } from '@stationmaster/contract'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { CommandParts } from '../commands/parts.ts'
import { endMaintenance, listMaintenances, planMaintenance } from './actions.ts'

/** Planned maintenance of stations. */
export function maintenanceRoutes(rest: Rest, parts: CommandParts): void {
  route(rest, contract.maintenances.list, ({ params, caller }) =>
    listMaintenances(parts, { caller }, params.id),
  )
  route(rest, contract.maintenances.plan, async ({ params, body, caller, remoteAddress }) => {
    await planMaintenance(parts, { caller, remoteAddress }, params.id, body)
    return listMaintenances(parts, { caller }, params.id)
  })
  route(rest, contract.maintenances.end, async ({ params, caller, remoteAddress }) => {
    await endMaintenance(parts, { caller, remoteAddress }, params.id)
    return undefined
  })
}
