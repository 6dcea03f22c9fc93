import { Button, Text, Textarea } from '@mantine/core'
import { contract, type OrderDetails } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { IconFlagOff } from '../../../../ui/pictures/icons.ts'
import { orderDetailsQuery } from './details-query.ts'

const longest = 500

/** Ends an order that its station has lost, after a question for the reason. */
export function EndButton({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconFlagOff size={16} stroke={1.75} />}
        onClick={() => setAsking(true)}
      >
        {t('order.end.action')}
      </Button>
      {asking && <EndDialog order={order} onClose={() => setAsking(false)} />}
    </>
  )
}

function EndDialog({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const end = useChange({
    mutationFn: (body: { reason: string }) =>
      request(contract.orders.end, { params: { id: order.id }, body }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: orderDetailsQuery(order.id).queryKey }),
  })
  return (
    <FormDialog
      title={t('order.end.title')}
      action={t('order.end.action')}
      hurts
      body={reason.trim() === '' ? undefined : { reason: reason.trim() }}
      change={end}
      onClose={onClose}
    >
      <Text size="md">{t('order.end.text', { station: stationNumber(order.station_number) })}</Text>
      <Textarea
        label={t('order.end.reason')}
        description={t('order.end.reasonHint')}
        required
        autosize
        minRows={2}
        maxLength={longest}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
