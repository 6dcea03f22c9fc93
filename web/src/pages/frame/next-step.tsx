import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { useHelpConfig } from '../../api/use-help-config.ts'
import { OwnRequest } from '../../slices/partners/owners/own-request.tsx'
import { useLocations } from '../../slices/places/locations/list/location-list.ts'
import { AddLocationLink } from '../places/locations/add-location-link.tsx'
import { AddStationLink } from '../places/locations/add-station-link.tsx'

/** Leads on from a screen with nothing in it: to a location, to a station, to a session; people who may do none of it read who can. */
export function NextStep() {
  const { t } = useTranslation()
  const role = useManager()?.role
  const isResponsible = role === 'administrator' || role === 'manager'
  const selfService = useHelpConfig()?.self_service
  const locations = useLocations('', isResponsible).data?.items
  if (!isResponsible) return <p data-next-step>{t('common.nextStep.others')}</p>
  if (!locations) return null
  const [first] = locations
  if (!first) return role === 'administrator' || selfService ? <AddLocationLink /> : <OwnRequest />
  if (locations.every(({ number_of_stations }) => number_of_stations === 0))
    return <AddStationLink locationId={String(first.id)} />
  return (
    <Button component={Link} to="/charge-points" variant="default">
      {t('common.nextStep.stations')}
    </Button>
  )
}
