import { Button, Text, Textarea } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { IconX } from '../../../../ui/pictures/icons.ts'

/** Cancels an order before its start, after a question for the reason. */
export function GiveUpButton({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        c="var(--sm-bad-text)"
        leftSection={<IconX size={16} stroke={1.75} />}
        onClick={() => setAsking(true)}
      >
        {t('offer.giveUp.action')}
      </Button>
      {asking && <GiveUpDialog orderId={orderId} onClose={() => setAsking(false)} />}
    </>
  )
}

function GiveUpDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const cancel = useChange({
    mutationFn: (body: { reason: string }, idempotency) =>
      request(contract.pay.cancel, { params: { id: orderId }, body, idempotency }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <FormDialog
      title={t('offer.giveUp.title')}
      action={t('offer.giveUp.action')}
      hurts
      back={t('common.back')}
      body={reason.trim() === '' ? undefined : { reason: reason.trim() }}
      change={cancel}
      onClose={onClose}
    >
      <Text size="md">{t('offer.giveUp.text')}</Text>
      <Textarea
        label={t('offer.giveUp.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
        autosize
        minRows={2}
        required
        data-autofocus
      />
    </FormDialog>
  )
}
