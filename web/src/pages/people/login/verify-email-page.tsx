import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../api/calls/api-error.ts'
import { verifyEmail } from '../../../slices/people/auth/session-actions.ts'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'
import { IconConfetti, IconMailX } from '../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { GoodLink } from './good-link.tsx'
import { Mark } from './mark.tsx'
import { Onward } from './spent-link.tsx'

const route = getRouteApi('/open/auth/verify-email/$token')

/** Confirms an address by a mailed link (domain.md#signing-in): a spinner, then congratulation, or what is wrong with the link. */
export function VerifyEmailPage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const verification = useQuery({
    queryKey: ['verification', token],
    queryFn: () => verifyEmail(token),
    // the link works once
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (verification.isPending)
    return <EntryCard title={t('auth.verify.title')} mark={<Loader size={32} aria-hidden="true" />} />
  // the link itself gives the reason why it is not good; other errors are shown with a button to try again
  if (codeOf(verification.error) === 'auth.token_invalid')
    return <GoodLink token={token} purposes={[]} failed />
  if (verification.isError)
    return (
      <EntryCard title={t('auth.link.none')} mark={<Mark icon={IconMailX} tone="bad" />}>
        <ErrorState error={verification.error} onRetry={() => void verification.refetch()} />
      </EntryCard>
    )
  return (
    <EntryCard
      title={t('auth.verify.done')}
      subtitle={<span role="status">{t('auth.verify.doneText')}</span>}
      mark={<Mark icon={IconConfetti} tone="good" />}
    >
      <Onward />
    </EntryCard>
  )
}
