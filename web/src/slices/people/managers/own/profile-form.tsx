import { TextInput } from '@mantine/core'
import { contract, type Manager, type PersonChange, personChange } from '@stationmaster/contract'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { usePasswordProof } from '../../../../ui/forms/password-proof.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { SaveRow } from '../save-row.tsx'
import classes from './profile.module.css'

interface ProfileFormProps {
  manager: Manager
  /** Loads the manager of the session again. */
  onSaved: () => Promise<void>
}

/** The own name, e-mail and phone. */
export function ProfileForm({ manager, onSaved }: ProfileFormProps) {
  const { t } = useTranslation()
  const form = useCheckedForm(personChange, {
    first_name: manager.first_name,
    last_name: manager.last_name,
    // the new address that is not confirmed yet
    email: manager.new_email ?? manager.email,
    phone: manager.phone ?? '',
  })
  const { save, dialog } = useSaveProfile(manager.id, onSaved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.data) save.mutate(form.data)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.pair}>
        <TextInput
          {...form.text('first_name')}
          label={t('managers.firstName')}
          autoComplete="given-name"
          required
        />
        <TextInput
          {...form.text('last_name')}
          label={t('managers.lastName')}
          autoComplete="family-name"
          required
        />
        <TextInput
          {...form.text('email')}
          label={t('managers.email')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={manager.new_email && t('managers.newEmailHint', { email: manager.email })}
          type="email"
          autoComplete="email"
          required
        />
        <TextInput {...form.text('phone')} label={t('managers.phone')} type="tel" autoComplete="tel" />
      </div>
      <SaveRow form={form} save={save} />
      {dialog}
    </form>
  )
}

/** Saves the profile, with the password where it is needed. */
function useSaveProfile(id: number, onSaved: ProfileFormProps['onSaved']) {
  const { prove, dialog } = usePasswordProof()
  const save = useChange({
    mutationFn: (body: PersonChange) =>
      prove((current_password) =>
        request(contract.managers.change, {
          params: { id },
          body: { ...body, current_password },
        }),
      ),
    onSuccess: onSaved,
  })
  return { save, dialog }
}
