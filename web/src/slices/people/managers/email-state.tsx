import { contract, type Manager } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import classes from './own/profile.module.css'

/** Whether the own address and a new address are confirmed; if not, the link can be mailed again. */
export function EmailState({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  const resend = useChange({ mutationFn: () => request(contract.auth.askVerification, {}) })
  const waiting = manager.new_email ?? manager.email
  if (manager.email_verified && !manager.new_email) return t('managers.confirmed')
  return (
    <span className={classes.email}>
      {manager.new_email ? t('managers.newUnconfirmed', { email: waiting }) : t('managers.unconfirmed')}
      {resend.isError && <FormError error={resend.error} />}
      {resend.isSuccess ? (
        <span className={classes.good} role="status">
          {t('settings.linkSent', { email: waiting })}
        </span>
      ) : (
        <ChangeButton
          variant="default"
          size="compact-sm"
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t('settings.sendLink')}
        </ChangeButton>
      )}
    </span>
  )
}
