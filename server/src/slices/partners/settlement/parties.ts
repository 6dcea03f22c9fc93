import type { StatementParties } from '@stationmaster/contract'
import { lastDayOf } from '@stationmaster/units'
import type { Db } from '../../../platform/schema/schema.ts'
import { inForce } from '../../money/contracts/rules.ts'
import { listTerms } from '../../money/contracts/store.ts'
import { findManager } from '../../people/managers/store.ts'

const percentOf = (basisPoints: number): number => basisPoints / 100

/** Who a statement is between: the contract of its month, and the network as it is today. */
export async function loadParties(
  db: Db,
  ownerId: number,
  month: string,
  today: string,
): Promise<StatementParties> {
  const [owner, contracts, details] = await Promise.all([
    findManager(db, ownerId),
    listTerms(db, 'contracts'),
    listTerms(db, 'legal_details'),
  ])
  const own = contracts.filter((one) => one.ownerId === ownerId)
  const agreed = inForce(own, lastDayOf(month)) ?? inForce(own, today)
  const legal = inForce(details, today)
  const name = [owner?.first_name, owner?.last_name].filter(Boolean).join(' ')
  return {
    network: {
      name: legal?.name ?? '',
      inn: legal?.inn ?? null,
      address: legal?.address ?? '',
      vat_percent: typeof legal?.vatBp === 'number' ? percentOf(legal.vatBp) : null,
    },
    owner: { name: name || (owner?.email ?? ''), inn: agreed?.inn ?? null },
    contract: agreed
      ? {
          number: agreed.number,
          valid_from: agreed.validFrom,
          agent_fee_percent: percentOf(agreed.agentFeeBp),
        }
      : null,
  }
}
