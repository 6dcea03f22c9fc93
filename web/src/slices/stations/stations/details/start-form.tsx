import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../../api/network.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { IconBolt } from '../../../../ui/pictures/icons.ts'
import classes from './remote-control.module.css'
import { changeLimits, type Limits, limitBounds, limitsFit, noLimits } from './values/limits.ts'

export type DriverPick = (how: { disabled: boolean; onChange: (id: number | null) => void }) => ReactNode

interface StartFormProps {
  /** kopecks per kWh */
  tariffMinor: number
  disabled: boolean
  pending: boolean
  onStart: (order: { limits: Limits; driverId: number | null }) => void
  /** Chooses whose the session is; of the page, which knows drivers. */
  driverPicker: DriverPick
}

/** Whose session a remote start makes, and its limits, all of them optional; amount and kWh follow each other, time excludes them. */
export function StartForm({ tariffMinor, disabled, pending, onStart, driverPicker }: StartFormProps) {
  const { t } = useTranslation()
  const [limits, setLimits] = useState(noLimits)
  const [driverId, setDriverId] = useState<number | null>(null)
  const change = (changed: keyof Limits) => (value: number | '') => {
    const typed = value === '' ? null : changed === 'amountMinor' ? Math.round(value * 100) : value
    if (!Object.is(typed, limits[changed])) setLimits(changeLimits(limits, changed, typed, tariffMinor))
  }
  const ready = limitsFit(limits)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onStart({ limits, driverId })
  }
  const common = { disabled, hideControls: true, inputMode: 'decimal' as const }
  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.driver}>{driverPicker({ disabled, onChange: setDriverId })}</div>
      <NumberField
        {...common}
        className={classes.wide!}
        label={t('station.start.amount', { currency: network.currencySign })}
        value={limits.amountMinor === null ? '' : limits.amountMinor / 100}
        onChange={change('amountMinor')}
        {...limitBounds.amountMinor}
      />
      <NumberField
        {...common}
        className={classes.wide!}
        label={t('station.start.energy')}
        value={limits.kwh ?? ''}
        onChange={change('kwh')}
        {...limitBounds.kwh}
      />
      {(['hours', 'minutes', 'percents'] as const).map((name) => (
        <NumberField
          key={name}
          {...common}
          inputMode="numeric"
          label={t(`station.start.${name === 'percents' ? 'battery' : name}`)}
          value={limits[name] ?? ''}
          onChange={change(name)}
          {...limitBounds[name]}
        />
      ))}
      <p className={classes.hint}>{t('station.start.about')}</p>
      <ChangeButton
        type="submit"
        className={classes.submit!}
        disabled={(disabled || !ready) && !pending}
        loading={pending}
        leftSection={<IconBolt size={16} stroke={1.75} />}
      >
        {t('station.start.action')}
      </ChangeButton>
    </form>
  )
}
