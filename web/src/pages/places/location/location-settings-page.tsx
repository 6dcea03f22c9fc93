import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { SettingsForm } from '../../../slices/places/locations/settings/settings-form.tsx'
import { AddressMap } from '../../../slices/places/maps/points/address-map.tsx'

const route = getRouteApi('/app/locations/$locationId/settings')

/** Settings of a location; closing leads to its stations (domain.md#locations). */
export function LocationSettingsPage() {
  const navigate = useNavigate()
  const { locationId } = route.useParams()
  const { data: location } = useQuery(locationQuery(Number(locationId)))
  if (!location) return <Skeleton height={480} radius={8} />
  return (
    <SettingsForm
      key={location.id}
      location={location}
      onClose={() => void navigate({ to: '/locations/$locationId/stations', params: { locationId } })}
      // the typed values are not needed any more
      onDeleted={() => void navigate({ to: '/locations', ignoreBlocker: true })}
      renderMap={(props) => <AddressMap {...props} />}
    />
  )
}
