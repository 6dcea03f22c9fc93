import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'

interface EmailFieldProps {
  email: string
  onEmail: (email: string) => void
}

/** The address that somebody logs in with. */
export function EmailField({ email, onEmail }: EmailFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('auth.email')}
      type="email"
      name="email"
      autoComplete="username"
      size="md"
      autoFocus
      value={email}
      onChange={(event) => onEmail(event.currentTarget.value)}
    />
  )
}

interface SubmitButtonProps {
  disabled: boolean
  sending: { isPending: boolean; isError: boolean; error: unknown }
  children: ReactNode
}

/** The button below a form of the log-in, and why the server refused what was sent. */
export const SubmitButton = ({ disabled, sending, children }: SubmitButtonProps) => (
  <>
    <ChangeButton type="submit" size="md" fullWidth disabled={disabled} loading={sending.isPending}>
      {children}
    </ChangeButton>
    {sending.isError && <FormError error={sending.error} />}
  </>
)
