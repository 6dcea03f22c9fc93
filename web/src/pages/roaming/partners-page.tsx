import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { today } from '../../api/days.ts'
import { useManager } from '../../api/session.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { AcceptDialog } from '../../slices/roaming/partners/meeting/accept-dialog.tsx'
import { InviteDialog } from '../../slices/roaming/partners/meeting/invite-dialog.tsx'
import { partnersQuery, partyQuery } from '../../slices/roaming/partners/partner-queries.ts'
import { PartnersTable } from '../../slices/roaming/partners/partners-table.tsx'
import { PartyPanel } from '../../slices/roaming/partners/party-panel.tsx'
import { AccountsPanel } from '../../slices/roaming/roaming-sessions/accounts-panel.tsx'
import { Panel } from '../../ui/frame/panel.tsx'
import { IconPlus } from '../../ui/pictures/icons.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { RoamingFrame } from './roaming-frame.tsx'

const route = getRouteApi('/app/roaming')

/** Partners whose drivers charge here: who they are, and how the connection with each is. */
export function PartnersPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const query = useQuery(partnersQuery)
  const acts = useManager()?.role === 'administrator'
  const party = useQuery({ ...partyQuery, enabled: acts }).data
  const [opened, setOpened] = useState<'invite' | 'accept' | null>(null)
  const goTo = (id: number) => void navigate({ to: '/roaming/$partnerId', params: { partnerId: String(id) } })
  // partners know us by our party, so it comes first
  const isNamed = !acts || party?.country_code != null
  const actions = acts && isNamed && (
    <>
      <Button variant="default" onClick={() => setOpened('accept')}>
        {t('roaming.accept.title')}
      </Button>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened('invite')}>
        {t('roaming.invite.title')}
      </Button>
    </>
  )
  const partners = query.data
  return (
    <RoamingFrame
      facts={partners && t('roaming.found', { count: partners.total, n: format.number(partners.total) })}
      actions={actions || undefined}
    >
      {acts && <PartyPanel />}
      {isNamed && (
        <Panel title={t('roaming.partners')} count={partners?.total} flush>
          {query.isError && !partners ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <PartnersTable
              partners={partners?.items}
              onOpen={({ id }) => goTo(id)}
              empty={
                <EmptyState
                  drawing="search"
                  title={t('roaming.none')}
                  text={acts ? t('roaming.noneText') : undefined}
                />
              }
            />
          )}
        </Panel>
      )}
      {partners && partners.total > 0 && <Accounts />}
      {opened === 'invite' && <InviteDialog onClose={() => setOpened(null)} onOpen={goTo} />}
      {opened === 'accept' && <AcceptDialog onClose={() => setOpened(null)} onOpen={goTo} />}
    </RoamingFrame>
  )
}

/** What is on account of partners, in this month unless other days are chosen. */
function Accounts() {
  const navigate = route.useNavigate()
  const now = today()
  const { from = `${now.slice(0, 7)}-01`, to = now } = route.useSearch()
  return (
    <AccountsPanel
      from={from}
      to={to}
      onDays={(first, last) => void navigate({ search: { from: first, to: last }, replace: true })}
    />
  )
}
