import { Select, TextInput } from '@mantine/core'
import {
  contract,
  type Person,
  type PersonChange,
  personChange,
  type Role,
  roles,
} from '@stationmaster/contract'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFreeConsent } from '../../../../ui/forms/free-consent.tsx'
import { usePasswordProof } from '../../../../ui/forms/password-proof.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { OwnerSelect } from '../owner-select.tsx'
import { useKeepPerson } from '../people-query.ts'
import { hasOwner, ownerNameOf } from '../people-table.tsx'
import { SaveRow } from '../save-row.tsx'
import classes from './person-drawer.module.css'

function usePersonForm(person: Person) {
  return useCheckedForm(personChange, {
    first_name: person.first_name,
    last_name: person.last_name,
    // the new address that is not confirmed yet
    email: person.new_email ?? person.email,
    phone: person.phone ?? '',
    role: person.role,
    owner_id: person.owner_id,
  })
}

/** Name, ways to reach, role and owner of one of the staff. */
export function PersonForm({ person }: { person: Person }) {
  const { t } = useTranslation()
  const form = usePersonForm(person)
  const { save, dialogs } = useSavePerson(person)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.data)
      save.mutate({ ...form.data, owner_id: hasOwner(form.values.role) ? form.values.owner_id : null })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.pair}>
        <TextInput {...form.text('first_name')} label={t('managers.firstName')} autoComplete="off" required />
        <TextInput {...form.text('last_name')} label={t('managers.lastName')} autoComplete="off" required />
      </div>
      <TextInput
        {...form.text('email')}
        label={t('managers.email')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={person.new_email && t('managers.newEmailHint', { email: person.email })}
        type="email"
        autoComplete="off"
        required
      />
      <TextInput {...form.text('phone')} label={t('managers.phone')} type="tel" autoComplete="off" />
      <RoleFields person={person} form={form} />
      <SaveRow form={form} save={save} />
      {dialogs}
    </form>
  )
}

/** Saves the changes, with the password where it is needed and the consent to stations that become free of charge. */
function useSavePerson(person: Person) {
  const keep = useKeepPerson()
  const { prove, dialog } = usePasswordProof()
  const consent = useFreeConsent()
  const save = useChange({
    mutationFn: (body: PersonChange) =>
      consent.agree((free_stations) =>
        prove((current_password) =>
          request(contract.managers.change, {
            params: { id: person.id },
            body: { ...body, current_password, free_stations },
          }),
        ),
      ),
    onSuccess: keep,
  })
  return {
    save,
    dialogs: (
      <>
        {dialog}
        {consent.dialog}
      </>
    ),
  }
}

interface RoleFieldsProps {
  person: Person
  form: ReturnType<typeof usePersonForm>
}

/** The role, and the owner that it is for. */
function RoleFields({ person, form }: RoleFieldsProps) {
  const { t } = useTranslation()
  const { role } = form.values
  return (
    <>
      <Select
        label={t('managers.columns.role')}
        description={person.can.change_role ? t(`managers.roleHint.${role}`) : t('managers.ownRole')}
        data={roles.map((one) => ({ value: one, label: t(`enums.role.${one}`) }))}
        value={role}
        onChange={(value: Role | null) => value && form.change({ role: value })}
        allowDeselect={false}
        disabled={!person.can.change_role}
      />
      {hasOwner(role) && (
        <OwnerSelect
          value={form.values.owner_id}
          name={person.owner_id === null ? null : ownerNameOf(person)}
          onChange={(ownerId) => form.change({ owner_id: ownerId })}
        />
      )}
    </>
  )
}
