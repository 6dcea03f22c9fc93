import { Button, NativeSelect, TextInput } from '@mantine/core'
import { stationTaskBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { useCheckedForm } from '../../../../ui/forms/use-checked-form.ts'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { StationCertificate } from './station-certificate.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import classes from './tasks.module.css'
import { type TaskPanelProps, useTask } from './tasks-query.ts'

const profiles = [0, 1, 2, 3] as const
const higher = [2, 3] as const

/** How a station authenticates: its security profile, a new password, and the change to TLS. */
export function SecurityPanel({ stationId, state }: TaskPanelProps) {
  const { t } = useTranslation()
  const renewing = useTask(stationId)
  const { profile, new_password_since } = state.security
  const [asking, setAsking] = useState(false)
  const off = !state.online || renewing.isPending
  const present = profiles.find((one) => one === profile)
  return (
    <Panel title={t('tasks.security.title')}>
      <p className={classes.fact}>
        {present === undefined ? t('tasks.security.unknown') : t(`tasks.security.profile${present}`)}
      </p>
      <div className={classes.row}>
        <Button variant="default" disabled={off} onClick={() => setAsking(true)}>
          {t('tasks.security.renew')}
        </Button>
      </div>
      {new_password_since && (
        <p className={classes.quiet} role="status">
          {t('tasks.security.pending')} <When at={new_password_since} />
        </p>
      )}
      <TaskOutcome task={renewing} />
      <StationCertificate stationId={stationId} state={state} />
      <RaiseProfile stationId={stationId} state={state} disabled={off} />
      <ConfirmDialog
        opened={asking}
        title={t('tasks.security.renewTitle')}
        text={t('tasks.security.renewText')}
        action={t('tasks.security.renew')}
        onConfirm={() => renewing.mutate({ task: 'renew_password' })}
        onClose={() => setAsking(false)}
      />
    </Panel>
  )
}

interface RaiseProfileProps extends TaskPanelProps {
  disabled: boolean
}

/** Changes a station to a higher security profile, which uses TLS. */
function RaiseProfile({ stationId, state, disabled }: RaiseProfileProps) {
  const { t } = useTranslation()
  const raising = useTask(stationId)
  const [asking, setAsking] = useState(false)
  const { profile, secure_url, certificates } = state.security
  const form = useCheckedForm(
    stationTaskBody,
    { task: 'raise_profile', profile: profile === 2 ? 3 : 2, url: secure_url ?? '' },
    (_, { url }) => (url === '' ? undefined : t('tasks.security.badAddress')),
  )
  const reachable = higher.filter((one) => one > (profile ?? 0) && (one === 2 || certificates))
  const target = reachable.find((one) => one === form.values.profile) ?? reachable[0]
  if (target === undefined)
    return profile === 2 && <p className={classes.quiet}>{t('tasks.security.noCertificates')}</p>
  return (
    <>
      <div className={classes.row}>
        <NativeSelect
          label={t('tasks.security.raiseTo')}
          value={String(target)}
          onChange={(event) => form.change({ profile: event.currentTarget.value === '3' ? 3 : 2 })}
          data={reachable.map((one) => ({ value: String(one), label: t(`tasks.security.target${one}`) }))}
        />
        <TextInput
          className={classes.grow!}
          label={t('tasks.security.address')}
          placeholder="wss://csms.example/ocpp"
          maxLength={512}
          {...form.text('url')}
        />
        <Button disabled={disabled || raising.isPending || !form.data} onClick={() => setAsking(true)}>
          {t('tasks.security.raise')}
        </Button>
      </div>
      <Guide target={target} signs={state.security.signs} />
      <TaskOutcome task={raising} />
      <ConfirmDialog
        opened={asking}
        title={t('tasks.security.raiseTitle', { profile: target })}
        text={t('tasks.security.raiseText')}
        action={t('tasks.security.raise')}
        onConfirm={() =>
          raising.mutate({ task: 'raise_profile', profile: target, url: form.values.url.trim() })
        }
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** The steps to a higher profile. */
function Guide({ target, signs }: { target: (typeof higher)[number]; signs: boolean }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.guide}>
      <li>{t('tasks.security.guide.root')}</li>
      {target === 3 && <li>{t(`tasks.security.guide.${signs ? 'request' : 'certificate'}`)}</li>}
      <li>{t('tasks.security.guide.raise')}</li>
      <li>{t('tasks.security.guide.check', { profile: target })}</li>
    </ol>
  )
}
