import type { StoredVersion } from '../../../places/tariffs/store.ts'
import { contractAt, type FleetContract, pricedBy } from './contract.ts'
import { type DatedVersion, versionAt } from './dated.ts'

/** How cards of a group charge: as everybody does, for free, or by a tariff of the group's own. */
export type GroupCharging = 'usual' | 'free' | 'tariff'

/** What the group of a card says about its price. */
export interface GroupTerms {
  key: string
  charging: GroupCharging
  /** of its own tariff, the latest first; empty where it has none */
  versions: readonly DatedVersion[]
}

/** What decides the price of a session of a card or a driver. */
export interface PersonalTerms {
  /** of the card; null: no group, or one without terms of its own */
  group: GroupTerms | null
  /** the driver's own, whole percent */
  discountPercent: number
  /** of the company that pays; no two hold at once */
  contracts: readonly FleetContract[]
}

export const ordinaryTerms: PersonalTerms = { group: null, discountPercent: 0, contracts: [] }

/** The price that a session is begun with, frozen in its order. */
export interface AgreedPrice {
  version: StoredVersion | null
  discountPercent: number
  /** by how many percent its prices differ from those of the tariff as it is stored; they are in `version` */
  pricePercent: number
  /** of the company that pays, in force then; null: none */
  contractId: number | null
  /** the group whose terms decided; null: none */
  tagGroup: string | null
  /** nobody pays, because the group charges for free */
  free: boolean
}

/** Of two discounts the higher one holds; they are never added. */
export const higherDiscount = (tariffPercent: number, personalPercent: number): number =>
  Math.max(tariffPercent, personalPercent)

/**
 * The price of a session that begins at an instant: free where the group of its card is; else by the group's own tariff, where that has
 * a version then; else as the contract of the company that pays says; else by the connector's. The higher of the tariff's and the
 * driver's own discount holds (domain.md#tariffs).
 */
export function agreedPrice(
  usual: StoredVersion | null,
  { group, discountPercent, contracts }: PersonalTerms,
  at: Date,
): AgreedPrice {
  if (group?.charging === 'free')
    return {
      version: usual,
      discountPercent: 0,
      pricePercent: 0,
      contractId: null,
      tagGroup: group.key,
      free: true,
    }
  const own = group ? versionAt(group.versions, at) : undefined
  const contract = contractAt(contracts, at)
  const agreed = own || !contract ? { version: usual, pricePercent: 0 } : pricedBy(contract, usual, at)
  const version = own ?? agreed.version
  return {
    version,
    discountPercent: version ? higherDiscount(version.discountPercent, discountPercent) : 0,
    pricePercent: agreed.pricePercent,
    contractId: contract?.id ?? null,
    tagGroup: own && group ? group.key : null,
    free: false,
  }
}

/** The price as columns of an order. */
export const priceColumns = ({
  version,
  discountPercent,
  pricePercent,
  contractId,
  tagGroup,
}: AgreedPrice) => ({
  tariffVersionId: version?.id ?? null,
  discountPercent,
  pricePercent,
  fleetContractId: contractId,
  tagGroup,
})

/** The company that pays for a driver by invoice. */
export interface FleetCredit {
  id: number
  /** its limit by month, in kopecks; null: none */
  limitMinor: number | null
  /** what is left of it, less what running sessions may still cost; null: no limit */
  leftMinor: number | null
}

/** A session may use at most this part of the limit of a month, or what a full battery costs where that is more. */
const sessionPart = 10

/**
 * What a session of a fleet may cost, so that all of its sessions together stay within the limit; null: no limit. `usualMinor`: what a
 * full battery costs, null where charging costs nothing.
 */
export function fleetBound(
  { limitMinor, leftMinor }: FleetCredit,
  usualMinor: number | null,
  requestedMinor: number | null,
): number | null {
  if (limitMinor === null || leftMinor === null || usualMinor === null) return requestedMinor
  const share = Math.max(usualMinor, Math.floor(limitMinor / sessionPart))
  return Math.max(0, Math.min(leftMinor, share, requestedMinor ?? share))
}
