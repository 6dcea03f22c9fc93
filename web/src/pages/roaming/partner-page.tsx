import { getRouteApi } from '@tanstack/react-router'
import { CheckPanel } from '../../slices/roaming/partners/check-panel.tsx'
import { ModulesPanel } from '../../slices/roaming/partners/modules-panel.tsx'
import { PartnerFacts } from '../../slices/roaming/partners/partner-facts.tsx'
import { PartnerFrame } from './partner-frame.tsx'

const route = getRouteApi('/app/roaming/$partnerId')

/** How a partner is connected: its state, a check of it, and its modules. */
export const PartnerPage = () => (
  <PartnerFrame {...route.useParams()}>
    {(partner) => (
      <>
        <PartnerFacts partner={partner} />
        {partner.can.check && <CheckPanel partner={partner} />}
        <ModulesPanel partner={partner} />
      </>
    )}
  </PartnerFrame>
)
