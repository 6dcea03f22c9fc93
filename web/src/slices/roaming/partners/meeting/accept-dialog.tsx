import { Checkbox, PasswordInput, Text, TextInput } from '@mantine/core'
import { contract, partnerAcceptBody } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { useKeepFailure, useReloadRoaming } from '../partner-queries.ts'

interface AcceptDialogProps {
  onClose: () => void
  onOpen: (id: number) => void
}

/** Accepts the invitation of a partner; its page then says what came of it. */
export function AcceptDialog({ onClose, onOpen }: AcceptDialogProps) {
  const { t } = useTranslation()
  const reload = useReloadRoaming()
  const keepFailure = useKeepFailure()
  const form = useCheckedForm(partnerAcceptBody, { name: '', hub: false, versions_url: '', token: '' })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      request(contract.roamingPartners.accept, { body, idempotency }),
    onSuccess: ({ partner, failure }) => {
      keepFailure(partner, failure)
      void reload()
      onClose()
      onOpen(partner.id)
    },
  })
  return (
    <FormDialog
      title={t('roaming.accept.title')}
      action={t('roaming.accept.action')}
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t('roaming.accept.text')}</Text>
      <TextInput {...form.text('name')} label={t('roaming.name')} data-autofocus required />
      <TextInput
        {...form.text('versions_url')}
        label={t('roaming.accept.url')}
        placeholder="https://partner.example/ocpi/versions"
        required
      />
      <PasswordInput {...form.text('token')} label={t('roaming.accept.token')} autoComplete="off" required />
      <Checkbox
        label={t('roaming.hubs.is')}
        description={t('roaming.hubs.hint')}
        checked={form.values.hub}
        onChange={({ currentTarget }) => form.change({ hub: currentTarget.checked })}
      />
    </FormDialog>
  )
}
