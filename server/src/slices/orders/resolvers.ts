import type { OrderNode } from '@stationmaster/contract'
import type { IResolvers } from 'mercurius'
import { idsOf, instantOf, pageOf, searchOf } from '../../platform/graphql-arguments.ts'
import type { Db } from '../../platform/schema.ts'
import { listOrders, type OrderFilter } from './list.ts'

interface OrdersArguments {
  from?: string | null
  to?: string | null
  locationIds?: string[] | null
  limit?: number | null
  offset?: number | null
  search?: string | null
  statuses?: string[] | null
}

const limitMost = 500

/** The orders query (spec document 1, section 7). */
export function orderResolvers(db: Db): IResolvers {
  return {
    Query: {
      orders: async (_root: unknown, args: OrdersArguments, { caller }) => {
        const { total, nodes } = await listOrders(db, caller, filterOf(args))
        return { total_count: total, edges: nodes.map((node: OrderNode) => ({ node })) }
      },
    },
  }
}

function filterOf(args: OrdersArguments): OrderFilter {
  const from = instantOf(args.from, 'from')
  const to = instantOf(args.to, 'to')
  const locationIds = idsOf(args.locationIds)
  const search = searchOf(args.search)
  return {
    ...pageOf(args, limitMost),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(locationIds ? { locationIds } : {}),
    ...(args.statuses ? { statuses: args.statuses } : {}),
    ...(search ? { search } : {}),
  }
}
