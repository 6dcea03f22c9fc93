import type { WebhookEndpoint } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/dates/when.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { EndpointState } from './endpoint-table.tsx'

/** How an address stands and what it hears. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  const { locations, events, error } = endpoint
  return (
    <Panel title={t('webhooks.about')}>
      <Facts>
        <Fact name={t('webhooks.stateHead')}>
          <EndpointState of={endpoint} />
        </Fact>
        {!endpoint.on && endpoint.off_at && (
          <Fact name={t('webhooks.offAt')}>
            <When at={endpoint.off_at} />
          </Fact>
        )}
        {error && <Fact name={t('webhooks.error')}>{error}</Fact>}
        <Fact name={t('webhooks.lastArrived')}>
          <When at={endpoint.delivered_at} />
        </Fact>
        <Fact name={t('webhooks.owner')}>{endpoint.owner.name}</Fact>
        <Fact name={t('webhooks.eventsLabel')}>{events.join(', ')}</Fact>
        <Fact name={t('webhooks.locations')}>
          {locations === null ? t('webhooks.allLocations') : locations.map(({ name }) => name).join(', ')}
        </Fact>
        {endpoint.thin && <Fact name={t('webhooks.body')}>{t('webhooks.thin')}</Fact>}
        {endpoint.previous_secret_until && (
          <Fact name={t('webhooks.oldSecret')}>
            <When at={endpoint.previous_secret_until} />
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}
