import { IconCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewPasswordForm } from '../../slices/auth/new-password-form.tsx'
import { setPassword } from '../../slices/auth/session-actions.ts'
import { EntryCard } from '../../ui/entry-card.tsx'
import { Mark } from './mark.tsx'

const route = getRouteApi('/open/auth/password-change/$token')

/** How long "your password is changed" stands before the start page comes. */
const shownMs = 1500

/** A new password by a mailed link; goes to the start page afterwards (domain.md#signing-in). */
export function PasswordChangePage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const navigate = route.useNavigate()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void navigate({ to: '/' }), shownMs)
    return () => clearTimeout(timer)
  }, [done, navigate])
  if (done)
    return (
      <EntryCard
        title={t('auth.newPassword.done')}
        subtitle={<span role="status">{t('auth.newPassword.doneText')}</span>}
        mark={<Mark icon={IconCheck} tone="good" />}
      />
    )
  return (
    <EntryCard title={t('auth.newPassword.title')} subtitle={t('auth.newPassword.rule')}>
      <NewPasswordForm
        onSubmit={(newPassword) => setPassword(token, newPassword)}
        onDone={() => setDone(true)}
      />
    </EntryCard>
  )
}
