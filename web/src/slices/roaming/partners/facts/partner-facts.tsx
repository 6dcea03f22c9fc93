import type { RoamingPartner } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { Dash } from '../../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { PartnerStateBadge, partiesOf } from '../partner-state.tsx'
import classes from '../partners.module.css'
import { EncodingFact } from './encoding-fact.tsx'
import { HubFact } from './hub-fact.tsx'

/** Who a partner is, how it is connected, and when it was last heard of. */
export function PartnerFacts({ partner }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const none = <Dash label={t('common.noValue')} />
  const { version, versions_url: url, connected_at: since } = partner
  return (
    <Panel title={t('roaming.about')}>
      <div className={classes.facts}>
        <Facts>
          <Fact name={t('roaming.columns.state')}>
            <PartnerStateBadge partner={partner} />
          </Fact>
          <Fact name={t('roaming.parties')}>{partiesOf(partner) || none}</Fact>
          <HubFact partner={partner} />
          <Fact name={t('roaming.version')}>{version ? `OCPI ${version}` : none}</Fact>
          <Fact name={t('roaming.since')}>{since ? <When at={since} style="dayTime" /> : none}</Fact>
        </Facts>
        <Facts>
          <Fact name={t('roaming.columns.heard')}>
            <Ago at={partner.last_heard_at} />
          </Fact>
          <Fact name={t('roaming.columns.answered')}>
            <Ago at={partner.last_answered_at} />
          </Fact>
          <Fact name={t('roaming.theirUrl')}>
            {url ? <span className={classes.address}>{url}</span> : none}
          </Fact>
          {partner.can.change && <EncodingFact partner={partner} />}
        </Facts>
      </div>
    </Panel>
  )
}
