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

const icon = { size: 18, stroke: 1.6 }

const shownMost = 6
const seesStations = (role: Role) => role === 'administrator' || role === 'manager' || role === 'operator'
const setsPrices = (role: Role) => role === 'administrator' || role === 'manager'
/** With more locations than this, a search for a place shows the locations before their stations. */
const pricedMost = 3
const seesOrders = (role: Role) => role === 'administrator' || role === 'operator'

/** What the server finds for a text, of what the role may see. */
function useFound(text: string, role: Role) {
  const search = <Row,>(
    name: string,
    find: (text: string, most: number, signal: AbortSignal) => Promise<Row[]>,
    isSeen: boolean,
  ) => ({
    queryKey: ['search', name, text],
    queryFn: ({ signal }: { signal: AbortSignal }) => find(text, shownMost, signal),
    enabled: text !== '' && isSeen,
  })
  const stations = useQuery(search('stations', findStations, seesStations(role)))
  const locations = useQuery(search('locations', findLocations, seesStations(role)))
  const orders = useQuery(search('orders', findOrders, seesOrders(role)))
  const drivers = useQuery(search('drivers', findDrivers, seesOrders(role)))
  return { stations, locations, orders, drivers }
}

const addressOf = ({ city, street }: { city: string; street: string }) =>
  [city, street].filter(Boolean).join(', ')

/** The groups of what was found for a text; each entry opens its screen. */
function useFoundGroups(
  text: string,
  role: Role,
  found: ReturnType<typeof useFound>,
): SpotlightActionGroupData[] {
  const { t } = useTranslation()
  const places = usePlaceGroups(text, role, found)
  const navigate = useNavigate()
  return [
    ...places,
    {
      group: t('search.orders'),
      actions: rowsOf(text, found.orders).map((order) => ({
        id: `order ${order.id}`,
        label: `${t('search.order', { id: order.id })} · ${t(`enums.orderStatus.${order.status}`)}`,
        description: `${stationNumber(order.station.number)} · ${order.location.city}, ${order.location.street}`,
        leftSection: <IconBolt {...icon} />,
        onClick: () =>
          void navigate({ to: '/orders/$orderId/information', params: { orderId: String(order.id) } }),
      })),
    },
    {
      group: t('search.drivers'),
      actions: rowsOf(text, found.drivers).map((driver) => ({
        id: `driver ${driver.id}`,
        label: `${driver.first_name} ${driver.last_name}`.trim() || `#${driver.id}`,
        description: [driver.phone, driver.email].filter(Boolean).join(' · '),
        leftSection: <IconSteeringWheel {...icon} />,
        onClick: () => void navigate({ to: '/drivers/$driverId', params: { driverId: String(driver.id) } }),
      })),
    },
  ]
}

const rowsOf = <Row,>(text: string, { data }: { data: Row[] | undefined }) => (text && data ? data : [])

/** Stations, locations and, with few of them, their tariffs. */
function usePlaceGroups(
  text: string,
  role: Role,
  found: ReturnType<typeof useFound>,
): SpotlightActionGroupData[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const locations = rowsOf(text, found.locations)
  const priced = setsPrices(role) && locations.length <= pricedMost ? locations : []
  const paramsOf = ({ id }: { id: number }) => ({ locationId: String(id) })
  return [
    {
      group: t('search.stations'),
      actions: rowsOf(text, found.stations).map((station) => ({
        id: `station ${station.id}`,
        label: `${stationNumber(station.number)} · ${station.id}`,
        description: [station.location_city, station.location_street, station.location_name]
          .filter(Boolean)
          .join(', '),
        leftSection: <IconChargingPile {...icon} />,
        onClick: () =>
          void navigate({ to: '/charge-points/$stationId/information', params: { stationId: station.id } }),
      })),
    },
    {
      group: t('search.locations'),
      actions: locations.map((location) => ({
        id: `location ${location.id}`,
        label: location.name,
        description: addressOf(location),
        leftSection: <IconMapPin {...icon} />,
        onClick: () => void navigate({ to: '/locations/$locationId/stations', params: paramsOf(location) }),
      })),
    },
    {
      group: t('search.tariffs'),
      actions: priced.map((location) => ({
        id: `tariffs ${location.id}`,
        label: t('search.tariffsOf', { name: location.name }),
        description: addressOf(location),
        leftSection: <IconTag {...icon} />,
        onClick: () => void navigate({ to: '/locations/$locationId/pricing', params: paramsOf(location) }),
      })),
    },
  ]
}

/** Ctrl+K: reaches every screen of the role, stations by number, id or place, orders by number, driver or card, and drivers. */
export function CommandPalette({ role, screens }: CommandPaletteProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [settled] = useDebouncedValue(query.trim(), 250)
  const found = useFound(settled, role)
  const foundGroups = useFoundGroups(settled, role, found)
  const typed = query.trim().toLowerCase()
  const screenGroup: SpotlightActionGroupData = {
    group: t('search.screens'),
    actions: screens
      .map(({ label, icon: Icon, open }) => ({
        id: label,
        label,
        leftSection: <Icon {...icon} />,
        onClick: open,
      }))
      .filter((action) => action.label.toLowerCase().includes(typed)),
  }
  const searching = Object.values(found).some((one) => one.isFetching) || query.trim() !== settled
  return (
    <Spotlight
      shortcut={['mod + K']}
      query={query}
      onQueryChange={setQuery}
      actions={[screenGroup, ...foundGroups].filter((group) => group.actions.length > 0)}
      filter={(_, actions) => actions}
      clearQueryOnClose
      scrollable
      maxHeight={420}
      nothingFound={searching ? t('search.searching') : t('search.nothing')}
      searchProps={{
        leftSection: <IconSearch {...icon} />,
        placeholder: t('search.hint'),
        'aria-label': t('search.hint'),
      }}
    />
  )
}
