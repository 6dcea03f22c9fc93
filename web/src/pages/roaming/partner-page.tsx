import { getRouteApi } from '@tanstack/react-router'
import { CheckPanel } from '../../slices/roaming/partners/check-panel.tsx'
import { ContractsPanel } from '../../slices/roaming/partners/contracts/contracts-panel.tsx'
import { PartnerFacts } from '../../slices/roaming/partners/facts/partner-facts.tsx'
import { ModulesPanel } from '../../slices/roaming/partners/modules-panel.tsx'
import partners from '../../slices/roaming/partners/partners.module.css'
import { PartiesPanel } from '../../slices/roaming/partners/traffic/parties-panel.tsx'
import { QueuePanel } from '../../slices/roaming/partners/traffic/queue-panel.tsx'
import { TokensPanel } from '../../slices/roaming/partners/traffic/tokens-panel.tsx'
import { PartnerFrame } from './partner-frame.tsx'

const route = getRouteApi('/app/roaming/$partnerId')

/** How a partner is connected: its state, a check of it, and its modules; accounters see its state and its contracts. */
export const PartnerPage = () => (
  <PartnerFrame {...route.useParams()}>
    {(partner) => (
      <>
        <PartnerFacts partner={partner} />
        {partner.can.change && (
          <div className={partners.pair}>
            <QueuePanel partner={partner} />
            <TokensPanel partner={partner} />
          </div>
        )}
        <ContractsPanel partner={partner} />
        {partner.can.check && <CheckPanel partner={partner} />}
        {partner.can.change && partner.hub && <PartiesPanel partner={partner} />}
        {partner.can.change && <ModulesPanel partner={partner} />}
      </>
    )}
  </PartnerFrame>
)
