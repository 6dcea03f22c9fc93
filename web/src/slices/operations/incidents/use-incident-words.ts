import type { IncidentCause, IncidentMember, IncidentView } from '@stationmaster/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../i18n/use-code.ts'
import { useFormat } from '../../../i18n/use-format.ts'

/** What an incident is called, what it probably comes from, and the numbers that say so. */
export function useIncidentWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const causeOf = useCause()
  const kindOf = ({ kind }: Pick<IncidentView, 'kind'>) => t(`incidents.kind.${kind}`)
  const titleOf = (incident: IncidentView) => {
    const cause = causeOf(incident.cause, incident.cause_value, incident.location?.name)
    return cause === null
      ? kindOf(incident)
      : t('incidents.titleWithCause', { kind: kindOf(incident), cause })
  }
  const evidenceOf = ({ evidence }: IncidentView): string | null => {
    if (!evidence || evidence.affected < 2) return null
    const { affected, population, others_affected, others, within_seconds } = evidence
    const time = t('incidents.evidence.within', { time: format.duration(within_seconds) })
    if (population === 0) return time
    const n = format.number
    const shares = t('incidents.evidence.shares', { affected: n(affected), population: n(population) })
    const rest = t('incidents.evidence.others', { affected: n(others_affected), others: n(others) })
    return [shares, others > 0 ? rest : '', time].filter(Boolean).join(' ')
  }
  return { titleOf, kindOf, evidenceOf }
}

/** Names a cause; null: there is none to name. */
export function useCause() {
  const { t } = useTranslation()
  return useCallback(
    (cause: IncidentCause, value: string | null, location: string | undefined): string | null => {
      if (cause === 'none') return null
      if (cause === 'station') return location ?? null
      if (cause === 'location') return t('incidents.cause.location', { location: location ?? '' })
      // a circuit is named after the number of its location
      const named = cause === 'circuit' ? (value ?? '').replace(/^\d+ /, '') : (value ?? '')
      return cause === 'provider' && value === 'till'
        ? t('incidents.cause.till')
        : t(`incidents.cause.${cause}`, { value: named })
    },
    [t],
  )
}

const ownWords = [
  'refused',
  'stuck',
  'unanswered',
  'disobeys',
  'own',
  'for_cars',
  'ledger',
  'failures',
  'commander',
] as const

/** What exactly goes wrong at one place; null: its kind says all. */
export function useMemberWord() {
  const { t } = useTranslation()
  const code = useCode()
  return (kind: IncidentView['kind'], { word, connector }: IncidentMember): string | null => {
    const own = ownWords.find((one) => one === word)
    const said =
      word === null
        ? null
        : kind === 'fault'
          ? code('error', word)
          : kind === 'handshakes'
            ? code('handshake', word)
            : kind === 'sessions'
              ? code('outcome', word)
              : own
                ? t(`incidents.word.${own}`)
                : t('codes.own', { word })
    const at = connector === null ? null : t('incidents.connector', { n: connector })
    return [said, at].filter(Boolean).join(' · ') || null
  }
}
