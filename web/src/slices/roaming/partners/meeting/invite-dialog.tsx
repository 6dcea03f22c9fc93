import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { contract, type Invitation, partnerInviteBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { CopyField } from '../../../../ui/fields/copy-field.tsx'
import { Dialog } from '../../../../ui/forms/dialog.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { useReloadRoaming } from '../partner-queries.ts'
import classes from '../partners.module.css'

interface InviteDialogProps {
  onClose: () => void
  onOpen: (id: number) => void
}

/** Invites a partner: a name, then what the partner is given, shown once. */
export function InviteDialog({ onClose, onOpen }: InviteDialogProps) {
  const { t } = useTranslation()
  const reload = useReloadRoaming()
  const [made, setMade] = useState<Invitation | null>(null)
  const form = useCheckedForm(partnerInviteBody, { name: '', hub: false })
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      request(contract.roamingPartners.invite, { body, idempotency }),
    onSuccess: (invitation) => {
      void reload()
      setMade(invitation)
    },
  })
  if (made)
    return (
      <InvitationDialog
        invitation={made}
        onClose={() => {
          onClose()
          onOpen(made.partner.id)
        }}
      />
    )
  return (
    <FormDialog
      title={t('roaming.invite.title')}
      action={t('roaming.invite.action')}
      body={form.data}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t('roaming.invite.text')}</Text>
      <TextInput {...form.text('name')} label={t('roaming.name')} data-autofocus required />
      <Checkbox
        label={t('roaming.hubs.is')}
        description={t('roaming.hubs.hint')}
        checked={form.values.hub}
        onChange={({ currentTarget }) => form.change({ hub: currentTarget.checked })}
      />
    </FormDialog>
  )
}

/** What a partner is given to register with; its token cannot be read again. */
export function InvitationDialog({
  invitation: { partner, token, versions_url: url },
  onClose,
}: {
  invitation: Invitation
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('roaming.invite.made', { name: partner.name })} size={520}>
      <div className={classes.stack}>
        <Text size="md">{t('roaming.invite.once')}</Text>
        <CopyField label={t('roaming.versionsUrl')} value={url} />
        <CopyField label={t('roaming.token')} value={token} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('roaming.invite.done')}</Button>
        </Group>
      </div>
    </Dialog>
  )
}
