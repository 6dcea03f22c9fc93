import { integer, list, record, text, withoutUndefined } from '../messages/reading.ts'
import type { CommandFindings, LimitUnit, ListedCard } from '../station-command.ts'
import type { Authorization, CertificateHashes } from '../station-event.ts'

/** A listed card as an answer about it would be. */
export const authorizationOfListed = ({ status, expiresAt, group }: ListedCard): Authorization =>
  withoutUndefined<Authorization>({ status, expiresAt: expiresAt ? new Date(expiresAt) : undefined, group })

/** CertificateHashDataType, alike in both versions. */
export function hashesOf(value: unknown): CertificateHashes {
  const { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber } = record(value)
  return {
    hashAlgorithm: text(hashAlgorithm) ?? '',
    issuerNameHash: text(issuerNameHash) ?? '',
    issuerKeyHash: text(issuerKeyHash) ?? '',
    serialNumber: text(serialNumber) ?? '',
  }
}

/** A schedule's periods with the instant that they count from; nothing where the answer has none. */
export function scheduleOf(schedule: unknown, start: unknown): Pick<CommandFindings, 'schedule'> {
  const { chargingRateUnit, chargingSchedulePeriod } = record(schedule)
  const periods = list(chargingSchedulePeriod).map((period) => {
    const { startPeriod, limit } = record(period)
    return { startSeconds: integer(startPeriod) ?? 0, limit: Number(limit) }
  })
  const from = new Date(String(start))
  if (periods.length === 0 || Number.isNaN(from.getTime())) return {}
  const unit: LimitUnit = chargingRateUnit === 'A' ? 'A' : 'W'
  return { schedule: { from, unit, periods } }
}

export const fileNameOf = (name: unknown): CommandFindings =>
  withoutUndefined<CommandFindings>({ fileName: text(name) })
