import { Select, TextInput } from '@mantine/core'
import type { FleetFirmware, MoveBody, Rollout } from '@stationmaster/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import classes from './firmware.module.css'
import { useFirmwareActions } from './firmware-queries.ts'
import { countOf, type Pace, PaceFields, paceHolds, paceOf, proposedPace, Reach } from './pace.tsx'

const addressForm = /^wss?:\/\/[a-z0-9.:[\]-]+(?:\/[\w./~-]*)?$/i
const profiles = ['0', '1', '2', '3'] as const
const aims = ['ours', 'other'] as const
type Aim = (typeof aims)[number]

const isAddress = (url: string): boolean => addressForm.test(url) && url.length <= 255

/** Where stations are moved to, as it is typed. */
interface Target {
  url: string
  aim: Aim
  /** the security profile */
  profile: string
  /** empty: none */
  key: string
}

const targetOf = ({
  url,
  aim,
  profile,
  key,
}: Target): Pick<MoveBody, 'url' | 'ours' | 'security_profile' | 'key'> => ({
  url: url.trim(),
  ours: aim === 'ours',
  security_profile: Number(profile),
  ...(key.trim() === '' ? {} : { key: key.trim() }),
})

interface MoveFormProps {
  fleet: readonly FleetFirmware[]
  onStarted: (rollout: Rollout) => void
  onClose: () => void
}

interface Model {
  vendor_name: string
  model: string
  /** stations that no roll-out has */
  reach: number
}

/** The models of a fleet, whatever firmware they have. */
function modelsIn(fleet: readonly FleetFirmware[]): Model[] {
  const models = new Map<string, Model>()
  for (const { vendor_name, model, stations, in_rollout } of fleet) {
    const name = `${vendor_name} · ${model}`
    const known = models.get(name)
    models.set(name, { vendor_name, model, reach: (known?.reach ?? 0) + stations - in_rollout })
  }
  return [...models.values()]
}

/** Moves a share of the stations of a model to another address of a central system; proposes one station, as moves begin. */
export function MoveForm({ fleet, onStarted, onClose }: MoveFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { move } = useFirmwareActions()
  const models = modelsIn(fleet)
  const [nth, setNth] = useState('0')
  const [target, setTarget] = useState<Target>({ url: '', aim: 'other', profile: '2', key: '' })
  const [pace, setPace] = useState<Pace>({ ...proposedPace, share: 'number', waveSize: 1, failuresMost: 1 })
  const { vendor_name = '', model = '', reach = 0 } = models[Number(nth)] ?? {}
  const count = countOf(pace, reach)
  const body: MoveBody = { vendor_name, model, ...targetOf(target), ...paceOf(pace) }
  const fits = isAddress(body.url) && paceHolds(pace)
  return (
    <FormDialog
      title={t('firmware.move.title')}
      action={t('firmware.move.start', { count, n: format.number(count) })}
      body={fits ? body : undefined}
      change={{
        mutate: (sent: MoveBody) => move.mutate(sent, { onSuccess: onStarted }),
        isPending: move.isPending,
        isError: move.isError,
        error: move.error,
      }}
      onClose={onClose}
    >
      <Select
        label={t('firmware.columns.model')}
        data={models.map((one, index) => ({
          value: String(index),
          label: `${one.vendor_name} · ${one.model}`,
        }))}
        value={nth}
        onChange={(chosen) => chosen && setNth(chosen)}
        allowDeselect={false}
      />
      <TargetFields target={target} onChange={(changed) => setTarget((now) => ({ ...now, ...changed }))} />
      <PaceFields draft={pace} onChange={(changed) => setPace((now) => ({ ...now, ...changed }))} />
      <Reach count={count} of={reach} />
    </FormDialog>
  )
}

/** The address, whose it is, and what stations need for it. */
function TargetFields({
  target,
  onChange,
}: {
  target: Target
  onChange: (changed: Partial<Target>) => void
}) {
  const { t } = useTranslation()
  const url = target.url.trim()
  return (
    <>
      <TextInput
        label={t('firmware.move.url')}
        description={t('firmware.move.urlHint')}
        placeholder="wss://csms.example/ocpp"
        error={url !== '' && !isAddress(url) && t('firmware.move.urlWrong')}
        value={target.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        required
      />
      <AimField aim={target.aim} onChange={(aim) => onChange({ aim })} />
      <div className={classes.pair}>
        <Select
          label={t('firmware.move.profile')}
          description={t('firmware.move.profileHint')}
          data={profiles.map((value) => ({ value, label: t(`firmware.move.profiles.${value}`) }))}
          value={target.profile}
          onChange={(profile) => profile && onChange({ profile })}
          allowDeselect={false}
        />
        <TextInput
          label={t('firmware.move.key')}
          description={t('firmware.move.keyHint')}
          maxLength={50}
          value={target.key}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

function AimField({ aim, onChange }: { aim: Aim; onChange: (aim: Aim) => void }) {
  const { t } = useTranslation()
  const labelId = useId()
  return (
    <div className={classes.field}>
      <span className={classes.label} id={labelId}>
        {t('firmware.move.aim')}
      </span>
      <SegmentedControl<Aim>
        aria-labelledby={labelId}
        value={aim}
        onChange={onChange}
        fullWidth
        data={aims.map((value) => ({ value, label: t(`firmware.move.aims.${value}`) }))}
      />
      <span className={classes.hint}>{t(`firmware.move.aimHints.${aim}`)}</span>
    </div>
  )
}
