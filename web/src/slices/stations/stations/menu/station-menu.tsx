import { Menu } from '@mantine/core'
import { contract, holdBounds, type Station } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import {
  IconCalendarTime,
  IconCopy,
  IconDotsVertical,
  IconExternalLink,
  IconHandStop,
  IconLink,
  IconPower,
  IconRefresh,
  IconSettings,
  IconTrash,
} from '../../../../ui/pictures/icons.ts'
import { backendUrl } from '../adding/backend-url.ts'
import { CommandDialogs, type StationDialog } from './command-dialogs.tsx'
import { isOperative, useStationCommands } from './station-commands.ts'
import classes from './station-menu.module.css'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/**
 * All actions on a station that the person may take; commands are confirmed and answered here. Until it is opened, it is
 * only a button, because a list has many of them.
 */
export function StationMenu({ station }: { station: Station }) {
  const [opened, setOpened] = useState(false)
  return opened ? (
    <OpenedMenu station={station} />
  ) : (
    <MenuButton station={station} onClick={() => setOpened(true)} />
  )
}

function MenuButton({ station, className = '', ...rest }: { station: Station } & ComponentProps<'button'>) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={`${classes.button} ${className}`}
      aria-haspopup="menu"
      aria-label={t('stations.menu.label', { number: stationNumber(station.number) })}
      {...rest}
    >
      <IconDotsVertical size={18} stroke={1.75} />
    </button>
  )
}

function OpenedMenu({ station }: { station: Station }) {
  const commands = useStationCommands(station)
  const [opened, setOpened] = useState<StationDialog | null>(null)
  const accept = () => commands.hold.mutate({ registration: 'Accepted', interval_seconds: holdBounds.usual })
  return (
    <>
      <Menu defaultOpened position="bottom-end" width={230} withinPortal>
        <Menu.Target>
          <MenuButton station={station} />
        </Menu.Target>
        <Menu.Dropdown>
          <PageItems station={station} />
          <Menu.Divider />
          <CommandItems station={station} onOpen={setOpened} onAccept={accept} />
        </Menu.Dropdown>
      </Menu>
      <CommandDialogs station={station} commands={commands} opened={opened} onOpen={setOpened} />
    </>
  )
}

/** Leads to the station's pages, and copies what connects it. */
function PageItems({ station }: { station: Station }) {
  const { t } = useTranslation()
  const { id, can } = station
  return (
    <>
      <Menu.Item
        leftSection={<IconExternalLink {...icon} />}
        renderRoot={(props) => (
          <Link to="/charge-points/$stationId/information" params={{ stationId: id }} {...props} />
        )}
      >
        {t('stations.menu.open')}
      </Menu.Item>
      {can.change && (
        <Menu.Item
          leftSection={<IconSettings {...icon} />}
          renderRoot={(props) => (
            <Link
              to="/locations/$locationId/stations/$stationId/settings"
              params={{ locationId: String(station.location_id), stationId: id }}
              {...props}
            />
          )}
        >
          {t('stations.menu.settings')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void navigator.clipboard.writeText(id)}>
        {t('stations.menu.copyId')}
      </Menu.Item>
      {can.change && (
        <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyUrl(id)}>
          {t('stations.menu.copyUrl')}
        </Menu.Item>
      )}
    </>
  )
}

interface CommandItemsProps {
  station: Station
  onOpen: (dialog: StationDialog) => void
  /** Accepts a station that was on hold. */
  onAccept: () => void
}

/** What can be done with the station. */
function CommandItems({ station, onOpen, onAccept }: CommandItemsProps) {
  const { t } = useTranslation()
  const { can } = station
  return (
    <>
      <Menu.Item
        leftSection={<IconRefresh {...icon} />}
        disabled={!can.reset}
        onClick={() => onOpen('reset')}
      >
        {t('station.reset.action')}
      </Menu.Item>
      {can.change && (
        <Menu.Item leftSection={<IconPower {...icon} />} onClick={() => onOpen('operate')}>
          {t(isOperative(station) ? 'stations.operation.off' : 'stations.operation.on')}
        </Menu.Item>
      )}
      {can.change && (
        <Menu.Item leftSection={<IconCalendarTime {...icon} />} onClick={() => onOpen('maintain')}>
          {t('stations.maintenance.action')}
        </Menu.Item>
      )}
      {can.hold && (
        <Menu.Item
          leftSection={<IconHandStop {...icon} />}
          onClick={() => (station.hold ? onAccept() : onOpen('hold'))}
        >
          {t(station.hold ? 'stations.hold.accept' : 'stations.hold.action')}
        </Menu.Item>
      )}
      {can.change && (
        <Menu.Item
          color="var(--sm-bad-text)"
          leftSection={<IconTrash {...icon} />}
          onClick={() => onOpen('remove')}
        >
          {t('stations.remove.action')}
        </Menu.Item>
      )}
    </>
  )
}

/** Copies the URL by which the station connects. */
async function copyUrl(id: string): Promise<void> {
  const { backend_url } = await request(contract.stations.connection, { params: { id } })
  const base = backendUrl(backend_url, window.location)
  await navigator.clipboard.writeText(`${base}/${encodeURIComponent(id)}`)
}
