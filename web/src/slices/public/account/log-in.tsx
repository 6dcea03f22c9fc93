import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import classes from './account.module.css'
import { accountActs, type Contact } from './account-query.ts'
import { CodeStep } from './code-step.tsx'
import { ContactForm, textOf } from './contact-form.tsx'

/** Logs a driver in by a code, without a password; an address that is new becomes a new account. */
export function LogIn() {
  const { t } = useTranslation()
  const [contact, setContact] = useState<Contact | null>(null)
  const send = useChange({ mutationFn: accountActs.sendCode, onSuccess: (_, given) => setContact(given) })
  const logIn = useChange({ mutationFn: accountActs.logIn })
  return (
    <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.logIn.title')}>
      {contact === null ? (
        <>
          <p className={classes.quiet}>{t('account.logIn.text')}</p>
          <ContactForm isPending={send.isPending} error={send.error} onContact={(one) => send.mutate(one)} />
        </>
      ) : (
        <CodeStep
          sentTo={textOf(contact)}
          action={t('account.logIn.action')}
          isPending={logIn.isPending}
          error={logIn.error}
          onCode={(code) => logIn.mutate({ ...contact, code })}
          onBack={() => {
            logIn.reset()
            setContact(null)
          }}
        />
      )}
    </section>
  )
}
