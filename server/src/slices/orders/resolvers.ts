import type { OrderNode } from '@stationmaster/contract'
import type { IResolvers } from 'mercurius'
import { Failure } from '../../platform/failure.ts'
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
  const limit = Math.min(args.limit ?? 50, limitMost)
  const offset = args.offset ?? 0
  if (limit < 1 || offset < 0)
    throw new Failure('request.invalid', [{ path: 'limit', message: 'limit or offset is negative' }])
  const from = instantOf(args.from, 'from')
  const to = instantOf(args.to, 'to')
  return {
    limit,
    offset,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(args.locationIds ? { locationIds: args.locationIds.map((id) => idOf(id)) } : {}),
    ...(args.statuses ? { statuses: args.statuses } : {}),
    ...(args.search?.trim() ? { search: args.search.trim().slice(0, 100) } : {}),
  }
}

function instantOf(text: string | null | undefined, path: string): Date | undefined {
  if (!text) return undefined
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new Failure('request.invalid', [{ path, message: 'not an ISO 8601 instant' }])
  return at
}

function idOf(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id))
    throw new Failure('request.invalid', [{ path: 'locationIds', message: 'not an id' }])
  return id
}
