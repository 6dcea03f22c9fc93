import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { partyQuery } from '../../slices/roaming/partners/partner-queries.ts'
import { LocationsPanel } from '../../slices/roaming/publishing/locations-panel.tsx'
import { TariffsPanel } from '../../slices/roaming/publishing/tariffs-panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { RoamingFrame } from './roaming-frame.tsx'

/** Which locations partners are shown. */
export const PublishedLocationsPage = () => (
  <Named>
    <LocationsPanel />
  </Named>
)

/** Which tariffs partners are shown. */
export const PublishedTariffsPage = () => (
  <Named>
    <TariffsPanel />
  </Named>
)

/** Nothing can be published while nobody has said who we are. */
function Named({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { data: party } = useQuery(partyQuery)
  return (
    <RoamingFrame>
      {party?.country_code === null ? (
        <EmptyState
          drawing="calm"
          title={t('roaming.party.none')}
          text={t('roaming.party.noneText')}
          action={
            <Button component={Link} to="/roaming">
              {t('roaming.party.name')}
            </Button>
          }
        />
      ) : (
        children
      )}
    </RoamingFrame>
  )
}
