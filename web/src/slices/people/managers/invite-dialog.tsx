import { Select, TextInput } from '@mantine/core'
import { contract, invitationBody, type Person, type Role, roles } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { OwnerSelect } from './owner-select.tsx'
import { hasOwner } from './people-table.tsx'
import classes from './person/person-drawer.module.css'

interface InviteDialogProps {
  onClose: () => void
  onInvited: (person: Person) => void
}

/** Invites somebody by e-mail. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useCheckedForm(invitationBody, {
    email: '',
    first_name: '',
    last_name: '',
    role: 'operator' as Role,
    owner_id: null as number | null,
  })
  const invite = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      request(contract.managers.invite, { body, idempotency }),
    onSuccess: (person) => {
      void client.invalidateQueries({ queryKey: ['managers', 'people'] })
      onInvited(person)
    },
  })
  const { data } = form
  return (
    <FormDialog
      title={t('managers.invite.title')}
      action={t('managers.invite.send')}
      body={data && { ...data, owner_id: hasOwner(data.role) ? data.owner_id : null }}
      change={invite}
      onClose={onClose}
    >
      <TextInput
        {...form.text('email')}
        label={t('managers.email')}
        description={t('managers.invite.hint')}
        type="email"
        autoComplete="off"
        required
        data-autofocus
      />
      <div className={classes.pair}>
        <TextInput {...form.text('first_name')} label={t('managers.firstName')} autoComplete="off" required />
        <TextInput {...form.text('last_name')} label={t('managers.lastName')} autoComplete="off" required />
      </div>
      <Select
        label={t('managers.columns.role')}
        description={t(`managers.roleHint.${form.values.role}`)}
        data={roles.map((role) => ({ value: role, label: t(`enums.role.${role}`) }))}
        value={form.values.role}
        onChange={(role) => role && form.change({ role })}
        allowDeselect={false}
      />
      {hasOwner(form.values.role) && (
        <OwnerSelect
          value={form.values.owner_id}
          name={null}
          onChange={(ownerId) => form.change({ owner_id: ownerId })}
        />
      )}
    </FormDialog>
  )
}
