import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../../i18n/use-format.ts'
import classes from './meter-values.module.css'

/** A measured value with its unit, as the shown language writes it. */
export function Measured({ value, unit }: { value: number; unit: string }) {
  const { i18n } = useTranslation()
  const format = useFormat()
  const known: unknown = /^\w+$/.test(unit)
    ? i18n.getResource(i18n.language, 'translation', `codes.unit.${unit}`)
    : undefined
  return (
    <>
      {format.number(value, decimalsOf(value, unit))}
      {unit && <span className={classes.unit}>&nbsp;{typeof known === 'string' ? known : unit}</span>}
    </>
  )
}

function decimalsOf(value: number, unit: string): number {
  if (unit === 'kWh') return 3
  if (unit === 'Hz') return 2
  return Number.isInteger(value) ? 0 : 1
}
