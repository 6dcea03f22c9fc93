import { graphqlLimits, type PaymentMethodType, paymentMethodTypes } from '@stationmaster/contract'
import { dayOf } from '@stationmaster/units'
import type { GraphqlContext, Queries } from '../../../platform/graphql/graphql.ts'
import { idsOf, instantOf, pageOf, searchOf } from '../../../platform/graphql/graphql-arguments.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { paced } from '../../../platform/jobs/paced.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { listPayments, type PaymentFilter } from '../../money/payments/store.ts'
import { listGroupedPayments } from './store.ts'

interface PaymentsArguments {
  from?: string | null
  to?: string | null
  payment_method_type?: string | null
  locationIds?: string[] | null
  limit?: number | null
  offset?: number | null
  search?: string | null
}

/** The payments and groupedPayments queries, for administrators and accounters (domain.md#payments-and-reports). */
export function paymentQueries({ db, timeZone }: { db: Db; timeZone: string }): Queries {
  return {
    payments: async (given: PaymentsArguments, { caller }: GraphqlContext) => {
      forAccounts(caller)
      return paced(await listPayments(db, caller, filterOf(given, timeZone, graphqlLimits.payments)))
    },
    groupedPayments: async (given: PaymentsArguments, { caller }: GraphqlContext) => {
      forAccounts(caller)
      const filter = filterOf(given, timeZone, graphqlLimits.groupedPayments)
      return paced(await listGroupedPayments(db, caller, filter))
    },
  }
}

function forAccounts({ role }: Caller): void {
  if (role !== 'administrator' && role !== 'accounter') throw new Failure('auth.forbidden')
}

function filterOf(args: PaymentsArguments, timeZone: string, limitMost: number): PaymentFilter {
  const from = instantOf(args.from, 'from')
  const to = instantOf(args.to, 'to')
  const locationIds = idsOf(args.locationIds, 'locationIds')
  const type = typeOf(args.payment_method_type)
  const search = searchOf(args.search)
  return {
    ...pageOf(args, limitMost),
    ...(from ? { fromDay: dayOf(from, timeZone) } : {}),
    ...(to ? { toDay: dayOf(to, timeZone) } : {}),
    ...(locationIds ? { locationIds } : {}),
    ...(type ? { type } : {}),
    ...(search ? { search } : {}),
  }
}

function typeOf(text: string | null | undefined): PaymentMethodType | undefined {
  if (!text) return undefined
  const type = paymentMethodTypes.find((known) => known === text)
  if (!type)
    throw new Failure('request.invalid', [
      { path: 'payment_method_type', message: `one of ${paymentMethodTypes.join(', ')}` },
    ])
  return type
}
