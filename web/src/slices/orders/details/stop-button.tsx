import { contract, type OrderDetails } from '@stationmaster/contract'
import { IconPlayerStop } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { ChangeButton } from '../../../ui/change-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { connectorNameOf } from './connector-name.ts'
import { orderDetailsQuery } from './details-query.ts'

/** Asks the station to stop an order; the answer is shown by whoever holds the mutation. */
export function useStopOrder(id: number) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (connectorId: number) => request(contract.connectors.stop, { params: { id: connectorId } }),
    onSettled: () => client.invalidateQueries({ queryKey: orderDetailsQuery(id).queryKey }),
  })
}

interface StopButtonProps {
  order: OrderDetails
  stop: ReturnType<typeof useStopOrder>
}

/** Stops the charge after a question. */
export function StopButton({ order, stop }: StopButtonProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ChangeButton
        variant="default"
        c="var(--sm-bad-text)"
        leftSection={<IconPlayerStop size={16} stroke={1.75} />}
        loading={stop.isPending}
        onClick={() => setAsking(true)}
      >
        {t('order.stop.action')}
      </ChangeButton>
      <ConfirmDialog
        opened={asking}
        title={t('order.stop.title')}
        text={t('order.stop.text', {
          station: stationNumber(order.station_number),
          connector: connectorNameOf(order),
        })}
        action={t('order.stop.action')}
        onConfirm={() => stop.mutate(order.connector_id)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
