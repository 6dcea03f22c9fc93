/** What an assignment holds for, the most special first. */
export const tariffScopes = ['connector', 'station', 'location', 'owner', 'network'] as const
export type TariffScope = (typeof tariffScopes)[number]

/** A version of a tariff that is assigned to a connector's surroundings; a filter left out matches every connector. */
export interface Candidate {
  assignmentId: number
  scope: TariffScope
  connectorType?: string | null
  current?: string | null
  /** both limits belong to the range */
  powerMinW?: number | null
  powerMaxW?: number | null
  /** the higher one wins among equally special assignments */
  priority: number
  versionId: number
  validFrom: Date
  /** the first instant at which the version no longer holds */
  validTo: Date | null
}

export interface PricedConnector {
  type: string
  current: string
  powerW: number
}

/**
 * The version that prices a connector at an instant, or null: the closest scope, then the most filters (type, current,
 * power range), then the priority, then the version that became valid last. The caller gives only candidates whose scope
 * covers the connector.
 */
export function chooseVersion<C extends Candidate>(
  candidates: C[],
  connector: PricedConnector,
  at: Date,
): C | null {
  const fitting = candidates.filter((candidate) => isValid(candidate, at) && fits(candidate, connector))
  return fitting.reduce<C | null>(
    (best, candidate) => (best && compare(best, candidate) <= 0 ? best : candidate),
    null,
  )
}

function isValid({ validFrom, validTo }: Candidate, at: Date): boolean {
  return validFrom <= at && (validTo === null || at < validTo)
}

function fits(candidate: Candidate, { type, current, powerW }: PricedConnector): boolean {
  return (
    (candidate.connectorType ?? type) === type &&
    (candidate.current ?? current) === current &&
    (candidate.powerMinW ?? powerW) <= powerW &&
    (candidate.powerMaxW ?? powerW) >= powerW
  )
}

function compare(a: Candidate, b: Candidate): number {
  return (
    tariffScopes.indexOf(a.scope) - tariffScopes.indexOf(b.scope) ||
    filterCount(b) - filterCount(a) ||
    b.priority - a.priority ||
    b.validFrom.getTime() - a.validFrom.getTime() ||
    b.assignmentId - a.assignmentId ||
    b.versionId - a.versionId
  )
}

function filterCount({ connectorType, current, powerMinW, powerMaxW }: Candidate): number {
  return [connectorType, current, powerMinW ?? powerMaxW].filter(
    (filter) => filter !== null && filter !== undefined,
  ).length
}
