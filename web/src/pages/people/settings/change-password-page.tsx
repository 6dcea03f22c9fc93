import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { NewPasswordForm } from '../../../slices/people/auth/forms/new-password-form.tsx'
import { changeOwnPassword } from '../../../slices/people/auth/session-actions.ts'
import { usePasswordProof } from '../../../ui/forms/password-proof.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import classes from './change-password-page.module.css'

/** The own password (domain.md#signing-in). */
export function ChangePasswordPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const manager = useManager()
  const [times, setTimes] = useState(0)
  const { prove, dialog } = usePasswordProof()
  const done = () => {
    setTimes(times + 1)
    void client.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <div className={classes.page}>
      <PageHeader title={t('auth.newPassword.title')} backTo="/settings/profile" />
      <Panel title={t('auth.password')}>
        {times > 0 && (
          <p className={classes.done} role="status">
            {t('auth.newPassword.changed')}
          </p>
        )}
        <p className={classes.rule}>{t('auth.newPassword.rule')}</p>
        <NewPasswordForm
          key={times}
          own={manager ? [manager.email, manager.first_name, manager.last_name] : []}
          onSubmit={(newPassword) => prove((current) => changeOwnPassword(newPassword, current))}
          onDone={done}
        />
        {dialog}
      </Panel>
    </div>
  )
}
