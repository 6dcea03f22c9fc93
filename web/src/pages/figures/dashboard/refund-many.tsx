import { Button } from '@mantine/core'
import type { RefundSelection } from '@stationmaster/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endOf, startOf } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { finishedStatuses, type HistoryFilter } from '../../../slices/charging/orders/order-list.ts'
import { RefundManyDialog } from '../../../slices/money/payments/refunds/refund-many-dialog.tsx'

interface RefundManyProps {
  chosen: readonly number[]
  filter: HistoryFilter
  onDone: () => void
}

/** Refunds the chosen orders, or all orders of the history's filter. */
export function RefundMany({ chosen, filter, onDone }: RefundManyProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const [selection, setSelection] = useState<RefundSelection>()
  const count = chosen.length
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() =>
          setSelection(count > 0 ? { of: 'orders', ids: chosen.map(Number) } : selectionOf(filter))
        }
      >
        {count > 0 ? t('payments.many.chosen', { count, n: format.number(count) }) : t('payments.many.found')}
      </Button>
      {selection && (
        <RefundManyDialog
          selection={selection}
          onStarted={({ id }) => {
            onDone()
            void navigate({ to: '/refund-runs/$runId', params: { runId: String(id) } })
          }}
          onClose={() => setSelection(undefined)}
        />
      )}
    </>
  )
}

function selectionOf({
  from,
  to,
  statuses,
  search,
  locations,
  narrowed = {},
}: HistoryFilter): RefundSelection {
  const { failed, station, connector, model, firmware, hourOfWeek, partner } = narrowed
  return {
    of: 'filter',
    filter: {
      from: startOf(from),
      to: endOf(to),
      statuses: [...(statuses ?? finishedStatuses)],
      search,
      location_ids: locations,
      station_id: station,
      connector_id: connector,
      failed,
      model,
      firmware,
      hour_of_week: hourOfWeek,
      partner,
    },
  }
}
