import { Button, Switch, TextInput } from '@mantine/core'
import { contract, type OperationAnswer, type Station, stationNumber } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../../api/calls/api-error.ts'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { boundsOf } from '../../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { useFields } from '../../../../ui/forms/use-fields.ts'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { OperationAnswers } from '../choosing/operation-answers.tsx'
import { EvseSwitches } from './evse-switches.tsx'
import { bodyOf, countsOf, faultsOf, type Settings, settingsOf, switchedEvsesOf } from './settings.ts'
import classes from './settings-form.module.css'

interface SettingsFormProps {
  /** The station when the form was opened. */
  station: Station
  /** The present state of its connectors. */
  current: Station
  onDone: () => void
  /** Reads the station again, after someone else has changed it. */
  onReload: () => void
}

/** The settings of a station: saves them, then sends the EVSEs into operation, then those out of operation. */
export function SettingsForm({ station, current, onDone, onReload }: SettingsFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [settings, setSettings] = useState(() => settingsOf(station))
  const faults = faultsOf(settings)
  const save = useSave(station, onDone)
  const set = (changed: Partial<Settings>) => setSettings((now) => ({ ...now, ...changed }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(settings)
  }
  const { inUse, all, broken } = countsOf(current)
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <Panel title={t('stations.settings.station')}>
        <StationFields settings={settings} faults={faults} onChange={set} />
      </Panel>
      <Panel title={t('stations.settings.evses')}>
        <Facts>
          <Fact name={t('stations.settings.inUse')}>{format.number(inUse)}</Fact>
          <Fact name={t('stations.settings.all')}>{format.number(all)}</Fact>
          <Fact name={t('stations.settings.broken')}>{format.number(broken)}</Fact>
        </Facts>
        <EvseSwitches
          station={current}
          desired={settings.evses}
          onChange={(evse, on) => set({ evses: { ...settings.evses, [evse]: on } })}
        />
      </Panel>
      <div className={classes.foot}>
        <Outcome save={save} onReload={onReload} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onDone}>
            {save.data ? t('stations.settings.back') : t('common.cancel')}
          </Button>
          <ChangeButton type="submit" disabled={faults.size > 0} loading={save.isPending}>
            {t('stations.settings.confirm')}
          </ChangeButton>
        </div>
      </div>
    </form>
  )
}

interface StationFieldsProps {
  settings: Settings
  faults: ReadonlySet<string>
  onChange: (changed: Partial<Settings>) => void
}

/** What is set of the station itself. */
function StationFields({ settings, faults, onChange: set }: StationFieldsProps) {
  const { t } = useTranslation()
  const park = (changed: Partial<Settings['parking']>) =>
    set({ parking: { ...settings.parking, ...changed } })
  const fields = useFields({
    values: settings,
    onChange: set,
    faultOf: (field) =>
      faults.has(field) ? t(field === 'image' ? 'wizard.model.fault.address' : 'common.required') : undefined,
  })
  const text = (field: 'vendor_name' | 'model' | 'image', label: string, required: boolean) => (
    <TextInput
      label={label}
      withAsterisk={required}
      maxLength={field === 'image' ? 500 : 50}
      {...fields.text(field)}
    />
  )
  return (
    <div className={classes.fields}>
      <NumberField
        label={t('station.card.number')}
        withAsterisk
        hideControls
        {...boundsOf(stationNumber)}
        value={settings.number}
        onChange={(number) => set({ number })}
        {...fields.checked('number')}
      />
      {text('vendor_name', t('station.card.vendor'), true)}
      {text('model', t('station.card.model'), true)}
      {text('image', t('stations.settings.image'), false)}
      <fieldset className={classes.group}>
        <legend>{t('stations.settings.parking')}</legend>
        <Switch
          label={t('stations.settings.car')}
          checked={settings.parking.car}
          onChange={(event) => park({ car: event.currentTarget.checked })}
        />
        <Switch
          label={t('stations.settings.bike')}
          checked={settings.parking.bike}
          onChange={(event) => park({ bike: event.currentTarget.checked })}
        />
      </fieldset>
      <Switch
        label={t('station.card.reservations')}
        checked={settings.reservations_supported}
        onChange={(event) => set({ reservations_supported: event.currentTarget.checked })}
      />
    </div>
  )
}

/** Saves; leaves the form if no EVSE was switched, else shows the station's answers. */
function useSave(station: Station, onDone: () => void) {
  const client = useQueryClient()
  const [version, setVersion] = useState(station.version)
  const params = { id: station.id }
  return useChange({
    mutationFn: async (settings: Settings): Promise<OperationAnswer[]> => {
      const saved = await request(contract.stations.change, {
        params,
        body: { ...bodyOf(settings), version },
      })
      setVersion(saved.version)
      const { on, off } = switchedEvsesOf(saved, settings)
      const answers: OperationAnswer[] = []
      for (const [evses, operational_status] of [
        [on, 'operative'],
        [off, 'inoperative'],
      ] as const) {
        if (evses.length === 0) continue
        const operated = await request(contract.stations.operate, {
          params,
          body: { operational_status, evses },
        })
        answers.push(...operated.answers)
      }
      return answers
    },
    onSuccess: (answers) => {
      if (answers.length === 0) onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['stations'] }),
  })
}

function Outcome({ save, onReload }: { save: ReturnType<typeof useSave>; onReload: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  if (save.isError) {
    return (
      <CommandAnswer good={false} onClose={save.reset}>
        {errorText(save.error)}{' '}
        {codeOf(save.error) === 'station.changed' && (
          <Button variant="default" size="compact-sm" onClick={onReload}>
            {t('stations.settings.reload')}
          </Button>
        )}
      </CommandAnswer>
    )
  }
  if (!save.data || save.data.length === 0) return null
  return (
    <CommandAnswer good={save.data.every(({ accepted }) => accepted)} onClose={save.reset}>
      <OperationAnswers answers={save.data} />
    </CommandAnswer>
  )
}
