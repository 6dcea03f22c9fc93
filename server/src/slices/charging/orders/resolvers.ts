import { type FailureStage, failureStages, graphqlLimits, type PartnerFilter } from '@stationmaster/contract'
import { first } from '@stationmaster/units'
import type { GraphqlContext, Queries } from '../../../platform/graphql/graphql.ts'
import { idsOf, instantOf, pageOf, searchOf } from '../../../platform/graphql/graphql-arguments.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { paced } from '../../../platform/jobs/paced.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listOrders, type OrderFilter } from './lists/list-store.ts'

interface OrdersArguments {
  from?: string | null
  to?: string | null
  locationIds?: string[] | null
  driverId?: string | null
  limit?: number | null
  offset?: number | null
  search?: string | null
  statuses?: string[] | null
  failed?: string[] | null
  stationId?: string | null
  connectorId?: string | null
  model?: string | null
  firmware?: string | null
  hourOfWeek?: number | null
  partner?: string | null
}

/** The orders query. */
export function orderQueries(db: Db): Queries {
  return {
    orders: async (given: OrdersArguments, { caller }: GraphqlContext) => {
      const { total, nodes } = await listOrders(db, caller, filterOf(given))
      return { total_count: total, edges: () => paced(nodes.map((node) => ({ node }))) }
    },
  }
}

function filterOf(args: OrdersArguments): OrderFilter {
  const from = instantOf(args.from, 'from')
  const to = instantOf(args.to, 'to')
  const locationIds = idsOf(args.locationIds, 'locationIds')
  const [driverId] = idsOf(args.driverId ? [args.driverId] : [], 'driverId') ?? []
  const search = searchOf(args.search)
  return {
    ...pageOf(args, graphqlLimits.orders),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(locationIds ? { locationIds } : {}),
    ...(driverId === undefined ? {} : { driverId }),
    ...(args.statuses ? { statuses: args.statuses } : {}),
    ...(search ? { search } : {}),
    ...(args.failed ? { failed: stagesOf(args.failed) } : {}),
    ...(args.stationId ? { stationId: args.stationId } : {}),
    ...(args.connectorId ? { connectorId: first(idsOf([args.connectorId], 'connectorId') ?? []) } : {}),
    ...(typeof args.model === 'string' ? { model: args.model } : {}),
    ...(typeof args.firmware === 'string' ? { firmware: args.firmware } : {}),
    ...(typeof args.hourOfWeek === 'number' ? { hourOfWeek: args.hourOfWeek } : {}),
    ...(args.partner ? { partner: partnerOf(args.partner) } : {}),
  }
}

const partnerOf = (text: string): PartnerFilter =>
  text === 'any' ? text : first(idsOf([text], 'partner') ?? [])

function stagesOf(texts: readonly string[]): FailureStage[] {
  const stages = failureStages.filter((stage) => texts.includes(stage))
  if (stages.length < new Set(texts).size)
    throw new Failure('request.invalid', [{ path: 'failed', message: `of ${failureStages.join(', ')}` }])
  return stages
}
