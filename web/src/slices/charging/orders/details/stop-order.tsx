import { contract, type OrderDetails } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { StopButton } from '../../../../ui/buttons/stop-button.tsx'
import { connectorNameOf } from './connector-name.ts'
import { orderDetailsQuery } from './details-query.ts'

/** Asks the station to stop an order; the component with the mutation shows the answer. */
export function useStopOrder(id: number) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (connectorId: number) => request(contract.connectors.stop, { params: { id: connectorId } }),
    onSettled: () => client.invalidateQueries({ queryKey: orderDetailsQuery(id).queryKey }),
  })
}

interface StopOrderProps {
  order: OrderDetails
  stop: ReturnType<typeof useStopOrder>
}

/** Stops the charge after a confirmation. */
export function StopOrder({ order, stop }: StopOrderProps) {
  const { t } = useTranslation()
  return (
    <StopButton
      action={t('order.stop.action')}
      title={t('order.stop.title')}
      text={t('order.stop.text', {
        station: stationNumber(order.station_number),
        connector: connectorNameOf(order),
      })}
      loading={stop.isPending}
      onStop={() => stop.mutate(order.connector_id)}
    />
  )
}
