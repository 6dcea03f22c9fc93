import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { keepEmail } from '../../../slices/people/auth/session-actions.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { EntryCard } from '../../../ui/frame/entry-card.tsx'
import { IconMailCheck } from '../../../ui/pictures/icons.ts'
import { GoodLink } from './good-link.tsx'
import { Mark } from './mark.tsx'

const route = getRouteApi('/open/auth/keep-email/$token')

/** The old address objects to a new one, by the link that it was mailed. */
export function KeepEmailPage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const objection = useChange({ mutationFn: () => keepEmail(token) })
  if (objection.isSuccess)
    return (
      <EntryCard
        title={t('auth.keepEmail.done')}
        subtitle={<span role="status">{t('auth.keepEmail.doneText')}</span>}
        mark={<Mark icon={IconMailCheck} tone="good" />}
      />
    )
  return (
    <GoodLink token={token} purposes={['keep_email']}>
      <EntryCard title={t('auth.keepEmail.title')} subtitle={t('auth.keepEmail.text')}>
        <ChangeButton size="md" fullWidth loading={objection.isPending} onClick={() => objection.mutate()}>
          {t('auth.keepEmail.submit')}
        </ChangeButton>
        {objection.isError && <FormError error={objection.error} />}
      </EntryCard>
    </GoodLink>
  )
}
