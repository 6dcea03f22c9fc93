import { Button, Loader } from '@mantine/core'
import { IconConfetti, IconMailX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { useErrorText } from '../../i18n/use-error-text.ts'
import { verifyEmail } from '../../slices/auth/session-actions.ts'
import { EntryCard } from '../../ui/entry-card.tsx'
import { Mark } from './mark.tsx'

const route = getRouteApi('/open/auth/verify-email/$token')

/** Confirms an address by a mailed link (domain.md#signing-in): a spinner, then congratulation or Oops. */
export function VerifyEmailPage() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const manager = useManager()
  const { token } = route.useParams()
  const verification = useQuery({
    queryKey: ['verification', token],
    queryFn: () => verifyEmail(token),
    // the link works once
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const onward = (
    <Button component={Link} to={manager ? '/dashboard' : '/login'} size="md" fullWidth>
      {manager ? t('auth.verify.toDashboard') : t('auth.submit')}
    </Button>
  )
  if (verification.isPending)
    return <EntryCard title={t('auth.verify.title')} mark={<Loader size={32} aria-hidden="true" />} />
  if (verification.isError)
    return (
      <EntryCard
        title={t('auth.verify.oops')}
        subtitle={
          <span role="alert">
            {t('auth.verify.wrong')} {errorText(verification.error)}
          </span>
        }
        mark={<Mark icon={IconMailX} tone="bad" />}
      >
        {onward}
      </EntryCard>
    )
  return (
    <EntryCard
      title={t('auth.verify.done')}
      subtitle={<span role="status">{t('auth.verify.doneText')}</span>}
      mark={<Mark icon={IconConfetti} tone="good" />}
    >
      {onward}
    </EntryCard>
  )
}
