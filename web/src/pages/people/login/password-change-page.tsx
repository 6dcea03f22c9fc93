import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NewPasswordForm } from '../../../slices/people/auth/forms/new-password-form.tsx'
import { setPassword } from '../../../slices/people/auth/session-actions.ts'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'
import { GoodLink } from './good-link.tsx'

const route = getRouteApi('/open/auth/password-change/$token')

/** A new password by a mailed link; ends at the log-in, which says that it is changed (domain.md#signing-in). */
export function PasswordChangePage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const navigate = route.useNavigate()
  return (
    <GoodLink token={token} purposes={['password', 'invitation']}>
      <EntryCard title={t('auth.newPassword.title')} subtitle={t('auth.newPassword.rule')}>
        <NewPasswordForm
          onSubmit={(newPassword) => setPassword(token, newPassword)}
          // the used link is not to be found again by the back button
          onDone={() => void navigate({ to: '/login', search: { step: 'changed' }, replace: true })}
        />
      </EntryCard>
    </GoodLink>
  )
}
