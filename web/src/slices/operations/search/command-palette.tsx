import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import type { Role } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import {
  IconBolt,
  IconChargingPile,
  IconMapPin,
  IconSearch,
  IconSteeringWheel,
  IconTag,
  type Icon as TablerIcon,
} from '../../../ui/pictures/icons.ts'
import { findDrivers, findLocations, findOrders, findStations } from './find.ts'

interface CommandPaletteProps {
  role: Role
  /** The screens of the role, by their names in the shown language. */
  screens: readonly { label: string; icon: TablerIcon; open: () => void }[]
}

const shownMost = 6
const seesStations = (role: Role) => role === 'administrator' || role === 'manager' || role === 'operator'
const setsPrices = (role: Role) => role === 'administrator' || role === 'manager'
/** With more locations than this, a search for a place shows the locations before their stations. */
const pricedMost = 3
const seesOrders = (role: Role) => role === 'administrator' || role === 'operator'

/** Ctrl+K: reaches every screen of the role, stations by number, id or place, orders by number, driver or card, and drivers. */
export function CommandPalette({ role, screens }: CommandPaletteProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [settled] = useDebouncedValue(query.trim(), 250)
  const stations = useQuery({
    queryKey: ['search', 'stations', settled],
    queryFn: ({ signal }) => findStations(settled, shownMost, signal),
    enabled: settled !== '' && seesStations(role),
  })
  const locations = useQuery({
    queryKey: ['search', 'locations', settled],
    queryFn: ({ signal }) => findLocations(settled, shownMost, signal),
    enabled: settled !== '' && seesStations(role),
  })
  const orders = useQuery({
    queryKey: ['search', 'orders', settled],
    queryFn: ({ signal }) => findOrders(settled, shownMost, signal),
    enabled: settled !== '' && seesOrders(role),
  })
  const drivers = useQuery({
    queryKey: ['search', 'drivers', settled],
    queryFn: ({ signal }) => findDrivers(settled, shownMost, signal),
    enabled: settled !== '' && seesOrders(role),
  })
  const wanted = query.trim().toLowerCase()
  const groups: SpotlightActionGroupData[] = [
    {
      group: t('search.screens'),
      actions: screens
        .map(({ label, icon: Icon, open }) => ({
          id: label,
          label,
          leftSection: <Icon size={18} stroke={1.6} />,
          onClick: open,
        }))
        .filter((action) => action.label.toLowerCase().includes(wanted)),
    },
    {
      group: t('search.stations'),
      actions: (settled && stations.data ? stations.data : []).map((station) => ({
        id: `station ${station.id}`,
        label: `${stationNumber(station.number)} · ${station.id}`,
        description: [station.location_city, station.location_street, station.location_name]
          .filter(Boolean)
          .join(', '),
        leftSection: <IconChargingPile size={18} stroke={1.6} />,
        onClick: () =>
          void navigate({ to: '/charge-points/$stationId/information', params: { stationId: station.id } }),
      })),
    },
    {
      group: t('search.locations'),
      actions: (settled && locations.data ? locations.data : []).map(({ id, name, city, street }) => ({
        id: `location ${id}`,
        label: name,
        description: [city, street].filter(Boolean).join(', '),
        leftSection: <IconMapPin size={18} stroke={1.6} />,
        onClick: () =>
          void navigate({ to: '/locations/$locationId/stations', params: { locationId: String(id) } }),
      })),
    },
    {
      group: t('search.tariffs'),
      actions: (settled && setsPrices(role) && locations.data && locations.data.length <= pricedMost
        ? locations.data
        : []
      ).map(({ id, name, city, street }) => ({
        id: `tariffs ${id}`,
        label: t('search.tariffsOf', { name }),
        description: [city, street].filter(Boolean).join(', '),
        leftSection: <IconTag size={18} stroke={1.6} />,
        onClick: () =>
          void navigate({ to: '/locations/$locationId/pricing', params: { locationId: String(id) } }),
      })),
    },
    {
      group: t('search.orders'),
      actions: (settled && orders.data ? orders.data : []).map((order) => ({
        id: `order ${order.id}`,
        label: `${t('search.order', { id: order.id })} · ${t(`enums.orderStatus.${order.status}`)}`,
        description: `${stationNumber(order.station.number)} · ${order.location.city}, ${order.location.street}`,
        leftSection: <IconBolt size={18} stroke={1.6} />,
        onClick: () =>
          void navigate({ to: '/orders/$orderId/information', params: { orderId: String(order.id) } }),
      })),
    },
    {
      group: t('search.drivers'),
      actions: (settled && drivers.data ? drivers.data : []).map((driver) => ({
        id: `driver ${driver.id}`,
        label: `${driver.first_name} ${driver.last_name}`.trim() || `#${driver.id}`,
        description: [driver.phone, driver.email].filter(Boolean).join(' · '),
        leftSection: <IconSteeringWheel size={18} stroke={1.6} />,
        onClick: () => void navigate({ to: '/drivers/$driverId', params: { driverId: String(driver.id) } }),
      })),
    },
  ]
  const searching =
    [stations, locations, orders, drivers].some((one) => one.isFetching) || query.trim() !== settled
  return (
    <Spotlight
      shortcut={['mod + K']}
      query={query}
      onQueryChange={setQuery}
      actions={groups.filter((group) => group.actions.length > 0)}
      filter={(_, actions) => actions}
      clearQueryOnClose
      scrollable
      maxHeight={420}
      nothingFound={searching ? t('search.searching') : t('search.nothing')}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        placeholder: t('search.hint'),
        'aria-label': t('search.hint'),
      }}
    />
  )
}
