import { Button } from '@mantine/core'
import type { DriverAccount } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../../api/use-change.ts'
import classes from '../account.module.css'
import { accountActs, type Contact, meQuery } from '../account-query.ts'
import { CodeStep } from '../code-step.tsx'
import { ContactForm, textOf } from '../contact-form.tsx'

/** The addresses that open the account; another one is taken with the code that came there. */
export function AddressPanel({ account }: { account: DriverAccount }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [step, setStep] = useState<'shown' | 'asking' | Contact>('shown')
  const ask = useChange({ mutationFn: accountActs.askContact, onSuccess: (_, contact) => setStep(contact) })
  const change = useChange({
    mutationFn: accountActs.changeContact,
    onSuccess: (changed) => {
      client.setQueryData(meQuery.queryKey, changed)
      setStep('shown')
    },
  })
  const shown = [
    { name: t('account.address.email'), value: account.email, isProven: account.email_proven },
    { name: t('account.address.phone'), value: account.phone, isProven: account.phone_proven },
  ]
  return (
    <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.address.title')}>
      <h2 className={classes.heading}>{t('account.address.title')}</h2>
      <dl className={classes.facts}>
        {shown.map(({ name, value, isProven }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value ?? t('account.address.none')}
              {value !== null && !isProven && ` (${t('account.address.unproven')})`}
            </dd>
          </div>
        ))}
      </dl>
      {step === 'shown' && (
        <Button variant="default" size="md" onClick={() => setStep('asking')}>
          {t('account.address.change')}
        </Button>
      )}
      {step === 'asking' && (
        <>
          <p className={classes.quiet}>{t('account.address.text')}</p>
          <ContactForm isPending={ask.isPending} error={ask.error} onContact={(one) => ask.mutate(one)} />
        </>
      )}
      {typeof step === 'object' && (
        <CodeStep
          sentTo={textOf(step)}
          action={t('account.address.take')}
          isPending={change.isPending}
          error={change.error}
          onCode={(code) => change.mutate({ ...step, code })}
          onBack={() => {
            change.reset()
            setStep('asking')
          }}
        />
      )}
    </section>
  )
}
