import type { OcppMessage } from '@stationmaster/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { FullPanel } from '../full-panel.tsx'
import { ExchangeList } from './exchange-list.tsx'
import { exchangesOf } from './exchanges.ts'

/** The frames that crossed the station's socket during an order, newest first. */
export function OrderFrames({ stationId, frames }: { stationId: string; frames: readonly OcppMessage[] }) {
  const { t } = useTranslation()
  const exchanges = useMemo(() => exchangesOf(frames.toReversed()), [frames])
  return (
    <FullPanel title={t('console.history.title')} count={frames.length}>
      {exchanges.length === 0 ? (
        <EmptyState drawing="calm" title={t('console.order.empty')} text={t('console.order.emptyText')} />
      ) : (
        <ExchangeList stationId={stationId} exchanges={exchanges} />
      )}
    </FullPanel>
  )
}
