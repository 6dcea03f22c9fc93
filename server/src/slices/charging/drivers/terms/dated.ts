import type { StoredVersion } from '../../../places/tariffs/store.ts'

/** A version of a tariff of a group's or a company's own with the time in which it holds. */
export interface DatedVersion {
  validFrom: Date
  /** the first instant at which it no longer holds; null: no end */
  validTo: Date | null
  version: StoredVersion
}

/** The version of a tariff that holds at an instant. */
export const versionAt = (versions: readonly DatedVersion[], at: Date): StoredVersion | undefined =>
  versions.find(({ validFrom, validTo }) => validFrom <= at && (validTo === null || at < validTo))?.version
