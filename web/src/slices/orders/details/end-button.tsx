import { Alert, Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { contract, type OrderDetails } from '@stationmaster/contract'
import { IconFlagOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../ui/change-button.tsx'
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
  const errorText = useErrorText()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const end = useChange({
    mutationFn: () =>
      request(contract.orders.end, { params: { id: order.id }, body: { reason: reason.trim() } }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: orderDetailsQuery(order.id).queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    end.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('order.end.title')}
      size={480}
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit}>
        <Text size="md">{t('order.end.text', { station: stationNumber(order.station_number) })}</Text>
        <Textarea
          label={t('order.end.reason')}
          description={t('order.end.reasonHint')}
          required
          autosize
          minRows={2}
          maxLength={longest}
          mt="sm"
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {end.isError && (
          <Alert color="red" mt="sm" role="alert">
            {errorText(end.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ChangeButton type="submit" color="red.8" disabled={reason.trim() === ''} loading={end.isPending}>
            {t('order.end.action')}
          </ChangeButton>
        </Group>
      </form>
    </Modal>
  )
}
