import { Text, TextInput } from '@mantine/core'
import { type Admission, contract, payoutDetailsBody } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { useKeepAdmission } from './admission-query.ts'

interface PayoutDialogProps {
  ownerId: number
  /** what is known; null: nothing yet */
  known: Admission['payout']
  onClose: () => void
}

/** Asks where an owner's takings are paid to. */
export function PayoutDialog({ ownerId, known, onClose }: PayoutDialogProps) {
  const { t } = useTranslation()
  const keep = useKeepAdmission(ownerId)
  const form = useCheckedForm(payoutDetailsBody, {
    holder: known?.holder ?? '',
    bank_name: known?.bank_name ?? '',
    account_number: known?.account_number ?? '',
    bic: known?.bic ?? '',
  })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      request(contract.owners.setPayoutDetails, { params: { id: ownerId }, body, idempotency }),
    onSuccess: (admission) => {
      keep(admission)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('owners.step.payout')}
      action={t('owners.payout.save')}
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t('owners.payout.text')}</Text>
      <TextInput {...form.text('holder')} label={t('owners.payout.holder')} autoComplete="name" required />
      <TextInput {...form.text('bank_name')} label={t('owners.payout.bank')} required />
      <TextInput
        {...form.text('bic')}
        label={t('owners.payout.bic')}
        description={t('owners.payout.bicHint')}
        autoComplete="off"
      />
      <TextInput
        {...form.text('account_number')}
        label={t('owners.payout.account')}
        description={t('owners.payout.accountHint')}
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}
