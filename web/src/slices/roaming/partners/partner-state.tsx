import type { RoamingPartner } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'

const tones: Record<RoamingPartner['state'], Tone> = {
  invited: 'yellow',
  connected: 'green',
  suspended: 'orange',
  withdrawn: 'gray',
}

/** How far the connection with a partner is. */
export function PartnerStateBadge({ partner: { state } }: { partner: Pick<RoamingPartner, 'state'> }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`roaming.states.${state}`)}</Badge>
}

/** The parties of a partner, as `DE*ABC eMSP`. */
export const partiesOf = ({ roles }: Pick<RoamingPartner, 'roles'>): string =>
  roles
    .map(
      ({ role, country_code, party_id }) => `${country_code}*${party_id} ${role === 'EMSP' ? 'eMSP' : role}`,
    )
    .join(', ')
