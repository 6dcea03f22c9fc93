import type { TriedLogIn } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'

/** What would have become of a log-in that was tried. */
export function TriedFacts({ tried }: { tried: TriedLogIn }) {
  const { t } = useTranslation()
  const yes = (is: boolean) => t(is ? 'sso.yes' : 'sso.no')
  return (
    <Facts>
      <Fact name={t('sso.tried.role')}>
        {tried.role ? t(`enums.role.${tried.role}`) : t('sso.tried.noRole')}
      </Fact>
      {tried.role === 'manager' && <Fact name={t('sso.tried.locations')}>{tried.location_ids.length}</Fact>}
      <Fact name={t('sso.tried.groups')}>{tried.groups.join(', ') || '—'}</Fact>
      <Fact name={t('sso.tried.email')}>{tried.email ?? '—'}</Fact>
      <Fact name={t('sso.tried.verified')}>{yes(tried.email_verified)}</Fact>
      <Fact name={t('sso.tried.methods')}>{tried.methods.join(', ') || '—'}</Fact>
      <Fact name={t('sso.tried.trusted')}>{yes(tried.second_factor_trusted)}</Fact>
      <Fact name={t('sso.tried.refresh')}>{yes(tried.refresh_token)}</Fact>
      <Fact name={t('sso.tried.claims')}>{tried.claims.join(', ')}</Fact>
    </Facts>
  )
}
