import { Button, Loader, TextInput } from '@mantine/core'
import { type Controllers, contract } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { useServerNow } from '../../../../ui/dates/use-server-now.ts'
import { When } from '../../../../ui/dates/when.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconRefresh } from '../../../../ui/pictures/icons.ts'
import table from '../../../../ui/tables/variable-table.module.css'
import { Refusal } from '../details/remote-control.tsx'
import classes from './configuration-panel.module.css'
import { controllersQuery } from './controllers-query.ts'
import { type Changing, SettingDialog } from './setting-dialog.tsx'

type Configuration = NonNullable<NonNullable<Controllers['technical']>['configuration']>

/** A station that reports in parts has this long for all of them. */
const reportMs = 60_000

interface ConfigurationPanelProps {
  stationId: string
  online: boolean
  configuration: Configuration | null
}

/** The configuration that a station last reported; read on demand. */
export function ConfigurationPanel({ stationId, online, configuration }: ConfigurationPanelProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [changing, setChanging] = useState<Changing | null>(null)
  const refresh = useChange({
    mutationFn: () => request(contract.stations.refreshConfiguration, { params: { id: stationId } }),
    onSuccess: (read) => client.setQueryData(controllersQuery(stationId).queryKey, read),
  })
  return (
    <Panel
      title={t('station.configuration.title')}
      count={configuration?.fetched_at ? configuration.settings.length : undefined}
      actions={
        <ChangeButton
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} stroke={1.75} />}
          disabled={!online}
          loading={refresh.isPending}
          onClick={() => refresh.mutate()}
        >
          {t('station.configuration.read')}
        </ChangeButton>
      }
    >
      {refresh.isError && <Refusal error={refresh.error} onClose={refresh.reset} />}
      <Progress configuration={configuration} online={online} />
      {configuration?.fetched_at && (
        <SettingTable settings={configuration.settings} online={online} onChange={setChanging} />
      )}
      {changing && (
        <SettingDialog
          stationId={stationId}
          setting={changing}
          onChanged={() => refresh.mutate()}
          onClose={() => setChanging(null)}
        />
      )}
    </Panel>
  )
}

interface SettingTableProps {
  settings: Configuration['settings']
  online: boolean
  onChange: (setting: Changing) => void
}

/** The settings of a station, with a search; those that can be written have a button. */
function SettingTable({ settings, online, onChange }: SettingTableProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found = settings.filter(({ component, name }) =>
    `${component ?? ''} ${name}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <>
      <TextInput
        size="xs"
        className={classes.search!}
        aria-label={t('station.configuration.search')}
        placeholder={t('station.configuration.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th>{t('station.configuration.name')}</th>
              <th>{t('station.configuration.value')}</th>
              <th>{t('station.configuration.writable')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((setting) => (
              <SettingRow
                key={`${setting.component} ${setting.name}`}
                setting={setting}
                online={online}
                onChange={onChange}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface SettingRowProps extends Pick<SettingTableProps, 'online' | 'onChange'> {
  setting: Configuration['settings'][number]
}

function SettingRow({ setting, online, onChange }: SettingRowProps) {
  const { t } = useTranslation()
  const { component, name, value, readonly, secret } = setting
  return (
    <tr>
      <td>
        {component && <span className={table.component}>{component}</span>}
        <code>{name}</code>
      </td>
      <td className={classes.value}>
        {secret ? (
          <span className={classes.quiet}>{t('station.configuration.secret')}</span>
        ) : (
          (value ?? <span className={classes.quiet}>{t('common.noValue')}</span>)
        )}
      </td>
      <td>
        {readonly ? (
          t('common.no')
        ) : (
          <Button
            variant="default"
            size="compact-xs"
            disabled={!online}
            aria-label={t('station.configuration.changeOne', { name })}
            onClick={() => onChange({ component, name, value: secret ? '' : (value ?? ''), secret })}
          >
            {t('station.configuration.change')}
          </Button>
        )}
      </td>
    </tr>
  )
}

function Progress({ configuration, online }: { configuration: Configuration | null; online: boolean }) {
  const { t } = useTranslation()
  const now = useServerNow()
  if (!configuration) {
    return (
      <p className={classes.quiet}>
        {t(online ? 'station.configuration.none' : 'station.configuration.away')}
      </p>
    )
  }
  const { asked_at, fetched_at } = configuration
  const reported = fetched_at !== null && fetched_at >= asked_at
  const waits = !reported && now - Date.parse(asked_at) < reportMs
  return (
    <p className={classes.quiet} role="status">
      {waits && (
        <>
          <Loader size={12} /> {t('station.configuration.reporting')}{' '}
        </>
      )}
      {!reported && !waits && `${t('station.configuration.silent')} `}
      {fetched_at && (
        <>
          {t('station.configuration.asOf')} <When at={fetched_at} />
        </>
      )}
    </p>
  )
}
