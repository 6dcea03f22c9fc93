import { partnerSessions as calls } from '@stationmaster/contract'
import { type Caller, seesNetwork } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { seesOrder } from '../../charging/orders/store.ts'
import { type AccountRow, findShown, listShownBills, sumAccounts } from './office-store.ts'

/** What the staff sees of sessions of partners' drivers. */
export function partnerSessionRoutes(rest: Rest, { db, timeZone }: { db: Db; timeZone: string }): void {
  route(rest, calls.accounts, async ({ query, caller }) =>
    seesNetwork(caller) ? (await sumAccounts(db, query)).map(accountView) : [],
  )

  route(rest, calls.ofOrder, async ({ params: { id }, caller }) => {
    if (!(await seesOrder(db, caller, id))) throw new Failure('order.not_found')
    const shown = seesNetwork(caller) ? await findShown(db, id) : undefined
    if (!shown) return { session: null }
    const bills = await listShownBills(db, id, timeZone)
    const { token, partnerId, partnerName, updatedAt } = shown
    return {
      session: {
        partner: { id: partnerId, name: partnerName },
        party: `${token.countryCode}*${token.partyId}`,
        token_type: token.type,
        contract_id: token.contractId,
        auth_method: shown.authMethod,
        authorization_reference: shown.authorizationReference,
        status: shown.status,
        last_updated: updatedAt.toISOString(),
        bills: bills.map(({ id: billId, totalMinor, madeAt, month, takenAt }) => ({
          id: billId,
          total: totalMinor,
          made_at: madeAt.toISOString(),
          month,
          taken_at: takenAt?.toISOString() ?? null,
        })),
        can: canOf(caller),
      },
    }
  })
}

const accountView = ({ partnerId, partnerName, sessions, energyWh, amountMinor }: AccountRow) => ({
  partner_id: partnerId,
  partner_name: partnerName,
  sessions,
  energy: energyWh,
  amount: amountMinor,
})

const canOf = ({ role }: Caller) => ({ open: role !== 'operator', messages: role === 'administrator' })
