import { Button, Skeleton } from '@mantine/core'
import type { RoamingPartner } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../api/calls/api-error.ts'
import { ConnectNotice } from '../../slices/roaming/partners/meeting/connect-notice.tsx'
import { PartnerMenu } from '../../slices/roaming/partners/partner-menu.tsx'
import { partnerQuery } from '../../slices/roaming/partners/partner-queries.ts'
import { partiesOf } from '../../slices/roaming/partners/partner-state.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Tabs } from '../../ui/frame/tabs.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import classes from '../frame/list-page.module.css'

interface PartnerFrameProps {
  /** as the address names it */
  partnerId: string
  children: (partner: RoamingPartner) => ReactNode
}

/** Head and tabs of a partner around the screen of one of its parts. */
export function PartnerFrame({ partnerId, children }: PartnerFrameProps) {
  const { t } = useTranslation()
  const query = useQuery(partnerQuery(Number(partnerId)))
  const partner = query.data
  const acts = partner?.can.change === true
  if (query.isError && !partner) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={classes.page}>
      <PageHeader
        title={partner?.name ?? t('roaming.partner')}
        facts={partner ? partiesOf(partner) || t(`roaming.invitedBy.${partner.invited_by}`) : ' '}
        actions={acts && <PartnerMenu partner={partner} />}
        backTo="/roaming"
      />
      {acts && <ConnectNotice partner={partner} />}
      <Tabs label={t('roaming.tabs.label')}>
        <Link to="/roaming/$partnerId" params={{ partnerId }} activeOptions={{ exact: true }} replace>
          {t('roaming.tabs.connection')}
        </Link>
        <Link to="/roaming/$partnerId/settlements" params={{ partnerId }} replace>
          {t('roaming.tabs.settlements')}
        </Link>
        {acts && (
          <Link to="/roaming/$partnerId/messages" params={{ partnerId }} replace>
            {t('roaming.tabs.messages')}
          </Link>
        )}
      </Tabs>
      {partner ? children(partner) : <Skeleton height={220} />}
    </div>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  if (codeOf(error) !== 'roaming.partner_not_found') return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      drawing="search"
      title={t('roaming.gone')}
      wholePage
      action={
        <Button variant="default" component={Link} to="/roaming">
          {t('roaming.toList')}
        </Button>
      }
    />
  )
}
