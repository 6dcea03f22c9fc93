import type { DriverDevice } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { canBeNotified, keepPageOf, NoticesBlocked, subscribeBrowser } from '../../../../api/driver/push.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import classes from '../account.module.css'
import { accountActs, devicesQuery } from '../account-query.ts'
import { thisDevice } from './this-device.ts'

/** The devices that are notified of the driver's sessions; this one can be added where its browser has notices. */
export function DevicesPanel() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data } = useQuery(devicesQuery)
  const add = useChange({
    mutationFn: async (key: string) => {
      const { id } = await accountActs.addDevice(await subscribeBrowser(key))
      await keepPageOf(id, '/driver?view=history')
      thisDevice.keep(id)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  })
  const key = data?.push_key ?? null
  if (!data || key === null) return null
  const own = thisDevice.read()
  const isOn = data.devices.some(({ id }) => id === own)
  return (
    <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.devices.title')}>
      <h2 className={classes.heading}>{t('account.devices.title')}</h2>
      <p className={classes.quiet}>{t('account.devices.text')}</p>
      {data.devices.length > 0 && (
        <ul className={classes.list}>
          {data.devices.map((device) => (
            <Device key={device.id} device={device} isThis={device.id === own} />
          ))}
        </ul>
      )}
      {!isOn && canBeNotified() && (
        <ChangeButton variant="default" size="md" loading={add.isPending} onClick={() => add.mutate(key)}>
          {t('account.devices.add')}
        </ChangeButton>
      )}
      {!isOn && !canBeNotified() && <p className={classes.quiet}>{t('account.devices.impossible')}</p>}
      {add.error instanceof NoticesBlocked ? (
        <p role="alert">{t('pay.notices.blocked')}</p>
      ) : (
        add.isError && <FormError error={add.error} />
      )}
    </section>
  )
}

function Device({ device: { id, name, since }, isThis }: { device: DriverDevice; isThis: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const remove = useChange({
    mutationFn: () => accountActs.removeDevice(id),
    onSuccess: () => {
      if (isThis) thisDevice.forget()
      return client.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
  })
  const shown = name || t('account.devices.unknown')
  return (
    <li className={classes.row}>
      <div>
        <p>{isThis ? t('account.devices.this', { name: shown }) : shown}</p>
        <p className={classes.quiet}>
          {t('account.devices.since')} <When at={since} style="day" />
        </p>
        {remove.isError && <FormError error={remove.error} />}
      </div>
      <ChangeButton
        variant="default"
        size="sm"
        loading={remove.isPending}
        aria-label={t('account.devices.offNamed', { name: shown })}
        onClick={() => remove.mutate()}
      >
        {t('account.devices.off')}
      </ChangeButton>
    </li>
  )
}
