import { ActionIcon } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { canBeNotified, NoticesBlocked, subscribeBrowser } from '../../../../api/driver/push.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { Badge } from '../../../../ui/figures/status.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconSend, IconTrash } from '../../../../ui/pictures/icons.ts'
import { devicesQuery } from '../alert-queries.ts'
import classes from './channels.module.css'
import { thisBrowser } from './this-browser.ts'

/** The own browsers that get notices of incidents; this one can be added. Nothing where the network sends none. */
export function BrowserPanel() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data } = useQuery(devicesQuery)
  const [own, setOwn] = useState(thisBrowser.read)
  const add = useChange({
    mutationFn: async (key: string) => {
      const { id } = await request(contract.alerts.addDevice, { body: await subscribeBrowser(key) })
      thisBrowser.keep(id)
      setOwn(id)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  })
  const key = data?.push_key ?? null
  if (!data || key === null) return null
  const isOn = data.devices.some(({ id }) => id === own)
  return (
    <Panel
      title={t('alerts.browsers.title')}
      count={data.devices.length || undefined}
      actions={
        !isOn &&
        canBeNotified() && (
          <ChangeButton variant="default" loading={add.isPending} onClick={() => add.mutate(key)}>
            {t('alerts.browsers.add')}
          </ChangeButton>
        )
      }
      flush
    >
      <p className={classes.none}>
        {t(!isOn && !canBeNotified() ? 'alerts.browsers.impossible' : 'alerts.browsers.text')}
      </p>
      {add.error instanceof NoticesBlocked ? (
        <p className={classes.none} role="alert">
          {t('alerts.browsers.blocked')}
        </p>
      ) : (
        add.isError && <FormError error={add.error} />
      )}
      {data.devices.length > 0 && <Devices devices={data.devices} own={own} />}
      {data.devices.length > 0 && <TestNotice />}
    </Panel>
  )
}

interface DevicesProps {
  devices: readonly { id: number; name: string; since: string }[]
  own: number | null
}

function Devices({ devices, own }: DevicesProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const remove = useChange({
    mutationFn: (id: number) => request(contract.alerts.removeDevice, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  })
  return (
    <>
      {remove.isError && <FormError error={remove.error} />}
      <ul className={classes.list} aria-label={t('alerts.browsers.title')}>
        {devices.map(({ id, name, since }) => {
          const shown = name || t('alerts.browsers.unknown')
          return (
            <li key={id} className={classes.channel}>
              <div className={classes.words}>
                <p className={classes.name}>
                  {id === own ? t('alerts.browsers.this', { name: shown }) : shown}
                </p>
                <p className={classes.target}>
                  {t('alerts.browsers.since')} <When at={since} style="day" />
                </p>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('alerts.browsers.removeOf', { name: shown })}
                onClick={() => remove.mutate(id)}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function TestNotice() {
  const { t } = useTranslation()
  const test = useChange({ mutationFn: () => request(contract.alerts.testDevices, {}) })
  return (
    <div className={classes.channel}>
      <ChangeButton
        variant="default"
        size="sm"
        leftSection={<IconSend size={16} stroke={1.75} />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('alerts.browsers.test')}
      </ChangeButton>
      <div role="status">
        {test.data &&
          (test.data.error === null ? (
            <Badge tone="green">{t('alerts.browsers.taken')}</Badge>
          ) : (
            <Badge tone="red">{t('alerts.browsers.notTaken', { taken: test.data.error })}</Badge>
          ))}
      </div>
      {test.isError && <FormError error={test.error} />}
    </div>
  )
}
