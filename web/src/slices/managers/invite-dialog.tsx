import { Button, Group, Modal, Select, TextInput } from '@mantine/core'
import { contract, invitationBody, type Person, type Role, roles } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/request.ts'
import { useChange } from '../../api/use-change.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { OwnerSelect } from './owner-select.tsx'
import { hasOwner } from './people-table.tsx'
import classes from './person-drawer.module.css'

interface InviteDialogProps {
  opened: boolean
  onClose: () => void
  onInvited: (person: Person) => void
}

/** Invites somebody by e-mail. */
export function InviteDialog({ opened, onClose, onInvited }: InviteDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('managers.invite.title')}
      size={460}
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <InviteForm onClose={onClose} onInvited={onInvited} />
    </Modal>
  )
}

function InviteForm({ onClose, onInvited }: Omit<InviteDialogProps, 'opened'>) {
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
    mutationFn: (body: NonNullable<typeof form.data>, wish) =>
      request(contract.managers.invite, { body, wish }),
    onSuccess: (person) => {
      void client.invalidateQueries({ queryKey: ['managers', 'people'] })
      onInvited(person)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { data } = form
    if (data) invite.mutate({ ...data, owner_id: hasOwner(data.role) ? data.owner_id : null })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
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
      {invite.isError && <FormError error={invite.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ChangeButton type="submit" disabled={!form.data} loading={invite.isPending}>
          {t('managers.invite.send')}
        </ChangeButton>
      </Group>
    </form>
  )
}
