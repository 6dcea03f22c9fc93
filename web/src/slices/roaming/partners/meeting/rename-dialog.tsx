import { TextInput } from '@mantine/core'
import { contract, partnerNameBody, type RoamingPartner } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { useReloadRoaming } from '../partner-queries.ts'

interface RenameDialogProps {
  partner: Pick<RoamingPartner, 'id' | 'name'>
  onClose: () => void
}

/** What a partner is called here; the partner does not see it. */
export function RenameDialog({ partner: { id, name }, onClose }: RenameDialogProps) {
  const { t } = useTranslation()
  const reload = useReloadRoaming()
  const form = useCheckedForm(partnerNameBody, { name })
  const change = useChange({
    mutationFn: (body: { name: string }, idempotency) =>
      request(contract.roamingPartners.change, { params: { id }, body, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('roaming.deeds.rename')}
      action={t('roaming.save')}
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <TextInput
        {...form.text('name')}
        label={t('roaming.name')}
        description={t('roaming.nameHint')}
        data-autofocus
        required
      />
    </FormDialog>
  )
}
