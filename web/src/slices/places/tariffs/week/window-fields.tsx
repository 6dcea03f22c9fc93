import { ActionIcon, Button, Chip, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { network } from '../../../../api/network.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import rows from '../../../../ui/dates/time-rows.module.css'
import { weekDays } from '../../../../ui/dates/week-days.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { IconPlus, IconX } from '../../../../ui/pictures/icons.ts'
import { Help } from '../../../../ui/words/help.tsx'
import { nightOf, type PriceForm, priceBounds, type WindowForm } from '../form/price-form.ts'
import { WeekPicture } from './week-picture.tsx'
import classes from './window-fields.module.css'

const windowsMost = 20

interface FieldsProps {
  form: PriceForm
  set: (change: Partial<PriceForm>) => void
}

/** Windows of the week with their own prices, and a picture of the resulting week. */
export function WindowFields({ form, set }: FieldsProps) {
  const { t } = useTranslation()
  const { windows } = form
  const change = (key: number, part: Partial<WindowForm>) =>
    set({ windows: windows.map((window) => (window.key === key ? { ...window, ...part } : window)) })
  return (
    <fieldset className={classes.windows}>
      <legend className={classes.title}>{t('tariffs.windows.title')}</legend>
      {windows.map((window) => (
        <WindowRow
          key={window.key}
          window={window}
          onChange={(part) => change(window.key, part)}
          onRemove={() => set({ windows: windows.filter(({ key }) => key !== window.key) })}
        />
      ))}
      {windows.length > 0 && (
        <>
          <p className={classes.note}>{t('tariffs.windows.hint')}</p>
          <WeekPicture
            windows={windows.map((window) => ({ ...window, tariff: Number(window.tariff) }))}
            base={Number(form.tariff)}
          />
        </>
      )}
      <div className={classes.add}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          disabled={windows.length >= windowsMost}
          onClick={() => set({ windows: [...windows, nightOf(form)] })}
        >
          {t('tariffs.windows.add')}
        </Button>
        <Help term="window" />
      </div>
    </fieldset>
  )
}

interface RowProps {
  window: WindowForm
  onChange: (part: Partial<WindowForm>) => void
  onRemove: () => void
}

function WindowRow({ window: { days, from, to, tariff }, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const toggle = (day: number) =>
    onChange({
      days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b),
    })
  return (
    <div className={rows.row}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would draw a second frame */}
      <div role="group" className={rows.days} aria-label={t('tariffs.windows.days')}>
        {weekDays.map((day) => (
          <Chip key={day} size="xs" checked={days.includes(day)} onChange={() => toggle(day)}>
            {format.weekday(day, 'short')}
          </Chip>
        ))}
      </div>
      <div className={rows.fields}>
        <TextInput
          type="time"
          label={t('tariffs.windows.from')}
          value={from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label={t('tariffs.windows.to')}
          value={to}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
        <NumberField
          label={t('tariffs.windows.tariff')}
          value={tariff}
          onChange={(next) => onChange({ tariff: next })}
          {...priceBounds.tariff}
          thousandSeparator=" "
          step={50}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('tariffs.windows.remove')}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </div>
    </div>
  )
}

/** The lowest and the highest price of a session. */
export function BoundFields({ form, set, valid }: FieldsProps & { valid: boolean }) {
  const { t } = useTranslation()
  const { currencySign: currency } = network
  const field = (name: 'minPrice' | 'maxPrice', label: string) => (
    <NumberField
      label={label}
      value={form[name] === null ? '' : form[name] / 100}
      onChange={(value) => set({ [name]: value === '' ? null : Math.round(value * 100) })}
      min={0}
      max={1_000_000}
      decimals={2}
      error={name === 'maxPrice' && !valid ? t('tariffs.windows.minMax') : undefined}
    />
  )
  return (
    <div className={classes.bounds}>
      {field('minPrice', t('tariffs.windows.min', { currency }))}
      {field('maxPrice', t('tariffs.windows.max', { currency }))}
    </div>
  )
}
