import { NumberInput } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/change-button.tsx'
import { changeLimits, type Limits, noLimits } from './limits.ts'
import classes from './remote-control.module.css'

interface StartFormProps {
  /** kopecks per kWh */
  tariffMinor: number
  disabled: boolean
  pending: boolean
  onStart: (limits: Limits) => void
}

/** The limits of a remote start, all of them optional; amount and kWh follow each other, time excludes them. */
export function StartForm({ tariffMinor, disabled, pending, onStart }: StartFormProps) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const [limits, setLimits] = useState(noLimits)
  const change = (changed: keyof Limits, perUnit: number) => (value: string | number) => {
    const typed =
      typeof value === 'number' ? Math.round(value * perUnit) / (changed === 'kwh' ? perUnit : 1) : null
    if (typed !== limits[changed]) setLimits(changeLimits(limits, changed, typed, tariffMinor))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onStart(limits)
  }
  const common = {
    disabled,
    min: 0,
    allowNegative: false,
    hideControls: true,
    decimalSeparator: language === 'en' ? '.' : ',',
    allowedDecimalSeparators: ['.', ','],
    inputMode: 'decimal' as const,
  }
  const whole = { ...common, allowDecimal: false, inputMode: 'numeric' as const }
  return (
    <form className={classes.form} onSubmit={submit}>
      <NumberInput
        {...common}
        className={classes.wide!}
        label={t('station.start.amount', { currency: network.currencySign })}
        value={limits.amountMinor === null ? '' : limits.amountMinor / 100}
        onChange={change('amountMinor', 100)}
        decimalScale={2}
        max={1_000_000}
        clampBehavior="strict"
      />
      <NumberInput
        {...common}
        className={classes.wide!}
        label={t('station.start.energy')}
        value={limits.kwh ?? ''}
        onChange={change('kwh', 10)}
        decimalScale={1}
        max={10_000}
        clampBehavior="strict"
      />
      <NumberInput
        {...whole}
        label={t('station.start.hours')}
        value={limits.hours ?? ''}
        onChange={change('hours', 1)}
        max={240}
        clampBehavior="strict"
      />
      <NumberInput
        {...whole}
        label={t('station.start.minutes')}
        value={limits.minutes ?? ''}
        onChange={change('minutes', 1)}
        max={59}
        clampBehavior="strict"
      />
      <NumberInput
        {...whole}
        label={t('station.start.battery')}
        value={limits.percents ?? ''}
        onChange={change('percents', 1)}
        max={100}
        clampBehavior="strict"
      />
      <ChangeButton
        type="submit"
        className={classes.submit!}
        disabled={disabled && !pending}
        loading={pending}
        leftSection={<IconBolt size={16} stroke={1.75} />}
      >
        {t('station.start.action')}
      </ChangeButton>
    </form>
  )
}
