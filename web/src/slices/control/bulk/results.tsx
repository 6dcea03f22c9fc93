import type { BulkCounts, BulkResult, BulkStation } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../../i18n/use-answer.ts'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'

export const resultTones: Record<BulkResult, Tone> = {
  accepted: 'green',
  rejected: 'orange',
  failed: 'red',
  unknown: 'yellow',
  canceled: 'gray',
  sent: 'blue',
  waiting: 'cyan',
  away: 'violet',
}

/** The results in the order of the progress bar: ended ones first, then what is under way. */
export const resultOrder = Object.keys(resultTones) as BulkResult[]
const pending: readonly BulkResult[] = ['sent', 'waiting', 'away']

/** The number of stations at which the command has ended. */
export const doneOf = (counts: BulkCounts): number =>
  resultOrder.reduce((sum, result) => sum + (pending.includes(result) ? 0 : counts[result]), 0)

/** The number of stations at which the command can be tried again. */
export const failedOf = ({ rejected, failed, unknown }: BulkCounts): number => rejected + failed + unknown

/** A station's result: a coloured dot and its name. */
export function ResultBadge({ result }: { result: BulkResult }) {
  const { t } = useTranslation()
  return (
    <Badge tone={resultTones[result]} live={result === 'sent'}>
      {t(`bulk.result.${result}`)}
    </Badge>
  )
}

/** What happened at a station, in words. */
export function useResultText(): (station: BulkStation) => string {
  const { t } = useTranslation()
  const answer = useAnswer()
  return ({ result, status, error }) => {
    switch (result) {
      case 'accepted':
        return status === null || status === 'Accepted' ? '' : t('bulk.answered', { status: answer(status) })
      case 'rejected':
      case 'failed':
        return error ?? ''
      case 'unknown':
      case 'away':
        return t(`bulk.explained.${result}`)
      default:
        return ''
    }
  }
}
