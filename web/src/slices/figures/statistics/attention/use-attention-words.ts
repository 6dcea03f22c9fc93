import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { useCode } from '../../../../i18n/use-code.ts'
import type { Tone } from '../../../../ui/figures/status.tsx'
import type { Network } from '../statistics-queries.ts'

type Item = Network['attention'][number]

const tones: Record<Item['kind'], Tone> = {
  offline: 'red',
  faulted: 'red',
  tamper: 'orange',
  order_review: 'orange',
  unknown_station: 'yellow',
  unmatched_transaction: 'orange',
  rollout_paused: 'orange',
}

/** The text, the quoted words (null when there are none) and the colour of what needs attention. */
export function useAttentionWords() {
  const { t } = useTranslation()
  const code = useCode()
  const said = (kind: Item['kind'], text: string) => {
    if (kind === 'rollout_paused') return text
    if (kind === 'unmatched_transaction') return t('inbox.transaction', { id: text })
    return code(kind === 'faulted' ? 'error' : kind === 'order_review' ? 'warning' : 'handshake', text)
  }
  return (item: Item): { title: string; text: string | null; tone: Tone } => {
    const station =
      item.station_number === null ? (item.station_id ?? '') : stationNumber(item.station_number)
    const order = item.order_id ?? ''
    return {
      title: t(`dashboard.attention.${item.kind}`, {
        station,
        order,
        connector: item.connector_number ?? '',
      }),
      text: item.text && said(item.kind, item.text),
      tone: tones[item.kind],
    }
  }
}
