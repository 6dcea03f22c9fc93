import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { driverSession } from '../../../../api/driver/driver-session.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import classes from '../account.module.css'
import { accountActs } from '../account-query.ts'
import { CodeStep } from '../code-step.tsx'

/** Deletes the account, with a code that goes to its own address. */
export function DeletionPanel({ onDeleted }: { onDeleted: () => void }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const ask = useChange({ mutationFn: accountActs.askDeletion, onSuccess: () => setIsSent(true) })
  const erase = useChange({
    mutationFn: accountActs.delete,
    onSuccess: () => {
      onDeleted()
      driverSession.clear()
    },
  })
  return (
    <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.deletion.title')}>
      <h2 className={classes.heading}>{t('account.deletion.title')}</h2>
      <p className={classes.quiet}>{t('account.deletion.text')}</p>
      {isSent ? (
        <CodeStep
          sentTo={t('account.deletion.address')}
          action={t('account.deletion.final')}
          hurts
          isPending={erase.isPending}
          error={erase.error}
          onCode={(code) => erase.mutate(code)}
          onBack={() => {
            erase.reset()
            setIsSent(false)
          }}
        />
      ) : (
        <ChangeButton variant="default" size="md" loading={ask.isPending} onClick={() => setAsking(true)}>
          {t('account.deletion.action')}
        </ChangeButton>
      )}
      {ask.isError && <FormError error={ask.error} />}
      <ConfirmDialog
        opened={asking}
        title={t('account.deletion.confirmTitle')}
        text={t('account.deletion.confirmText')}
        action={t('account.deletion.send')}
        onConfirm={() => ask.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
