import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import classes from './account.module.css'
import type { Contact } from './account-query.ts'

/** Which of both somebody has typed; undefined: neither, as far as can be seen without asking the server. */
function contactOf(text: string): Contact | undefined {
  const typed = text.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(typed)) return { email: typed }
  return /^\+[\d ()./-]{7,}$/.test(typed) ? { phone: typed } : undefined
}

/** The address of a contact as its owner has typed it. */
export const textOf = (contact: Contact): string => ('email' in contact ? contact.email : contact.phone)

interface ContactFormProps {
  isPending: boolean
  error: unknown
  onContact: (contact: Contact) => void
}

/** Asks for an e-mail address or phone number to which a code is sent. */
export function ContactForm({ isPending, error, onContact }: ContactFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const contact = contactOf(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (contact) onContact(contact)
  }
  return (
    <form className={classes.stack} onSubmit={submit} noValidate>
      <TextInput
        label={t('account.contact.label')}
        description={t('account.contact.hint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={tried && !contact ? t('account.contact.fault') : undefined}
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        size="md"
      />
      <ChangeButton type="submit" size="lg" fullWidth loading={isPending}>
        {t('account.contact.send')}
      </ChangeButton>
      {error !== null && <FormError error={error} />}
    </form>
  )
}
