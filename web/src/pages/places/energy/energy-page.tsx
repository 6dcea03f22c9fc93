import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EnergyPanels } from '../../../slices/control/energy/looking/energy-view.tsx'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { OrderLink } from '../../charging/order-link.tsx'

const route = getRouteApi('/app/locations/$locationId')

/** How a location shares its current out to cars. */
export function EnergyPage() {
  const id = Number(route.useParams().locationId)
  const { data: location } = useQuery(locationQuery(id))
  if (!location) return <Skeleton height={320} radius={8} />
  return (
    <EnergyPanels
      locationId={id}
      timeZone={location.time_zone}
      orderLink={(order) => <OrderLink id={order} />}
    />
  )
}
