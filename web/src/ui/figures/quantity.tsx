import { useTranslation } from 'react-i18next'
import { network } from '../../api/network.ts'
import { numberParts } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/use-format.ts'
import classes from './quantity.module.css'
import { useTween } from './use-tween.ts'

interface QuantityProps {
  /** null shows a dash */
  value: number | null | undefined
  decimals?: number | undefined
  unit?: string | undefined
  /** Decimals lighter than the whole, as kopecks are. */
  light?: boolean | undefined
}

/** A number with its unit; decimals and unit are quieter than the whole. */
export function Quantity({ value, decimals = 0, unit, light = false }: QuantityProps) {
  const { language } = useFormat()
  if (value === null || value === undefined) return <NoValue />
  const { whole, rest } = numberParts(value, decimals, language)
  return (
    <span className={classes.quantity}>
      {whole}
      {rest && <span className={light ? classes.rest : undefined}>{rest}</span>}
      {unit && <span className={classes.unit}>&nbsp;{unit}</span>}
    </span>
  )
}

/** A dash for a figure that is not known. */
export function NoValue() {
  const { t } = useTranslation()
  return <Dash label={t('common.noValue')} />
}

/** Stands where there is no value. */
export function Dash({ label }: { label: string }) {
  return (
    <span className={classes.dash}>
      <span aria-hidden="true">—</span>
      <span className={classes.hidden}>{label}</span>
    </span>
  )
}

interface UnitProps {
  unit?: boolean
}

const present = (value: number | null | undefined): value is number => value !== null && value !== undefined

/** An amount in minor units (kopecks), tweened when it changes; with the currency's sign when `unit` is set. */
export function Money({ minor, unit }: UnitProps & { minor: number | null | undefined }) {
  const shown = useTween(minor ?? 0)
  return (
    <Quantity
      value={present(minor) ? shown / 100 : null}
      decimals={2}
      unit={unit ? network.currencySign : undefined}
      light
    />
  )
}

/** An energy in Wh shown in kWh with three decimals, tweened when it changes. */
export function Energy({ wh, unit, light }: UnitProps & { wh: number | null | undefined; light?: boolean }) {
  const { t } = useTranslation()
  const shown = useTween(wh ?? 0)
  return (
    <Quantity
      value={present(wh) ? shown / 1000 : null}
      decimals={3}
      unit={unit ? t('units.kwh') : undefined}
      light={light}
    />
  )
}

/** A power in W shown in kW with one decimal, tweened when it changes. */
export function Power({ w, unit }: UnitProps & { w: number | null | undefined }) {
  const { t } = useTranslation()
  const shown = useTween(w ?? 0)
  return (
    <Quantity value={present(w) ? shown / 1000 : null} decimals={1} unit={unit ? t('units.kw') : undefined} />
  )
}
