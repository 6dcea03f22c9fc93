import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { currentBounds } from '../drawing/bounds.ts'
import type { Three, Typed } from '../drawing/draft.ts'
import classes from './editing.module.css'

interface ThreeFieldsProps {
  label: string
  hint?: string
  value: Three
  onChange: (value: Three) => void
  /** whether a phase, from 1 on, is empty or no number */
  isEmptyWrong: (phase: number) => boolean
  errorOf?: (phase: number) => string | undefined
}

/** A current on each of L1, L2 and L3. */
export function ThreeFields({ label, hint, value, onChange, isEmptyWrong, errorOf }: ThreeFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const replace = (nth: number, a: Typed): Three => {
    const [one, two, three] = value
    return [nth === 0 ? a : one, nth === 1 ? a : two, nth === 2 ? a : three]
  }
  const errors = value.map((a, nth) =>
    isEmptyWrong(nth + 1) && a === '' ? t('rules.required') : errorOf?.(nth + 1),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would draw a second frame
    <div role="group" aria-labelledby={id}>
      <span className={classes.label} id={id}>
        {label}
      </span>
      {hint && <p className={classes.hint}>{hint}</p>}
      <div className={classes.three}>
        {value.map((a, nth) => (
          <NumberField
            // biome-ignore lint/suspicious/noArrayIndexKey: the phases, in their order
            key={nth}
            hideControls
            aria-label={`${label}, L${nth + 1}`}
            prefix={`L${nth + 1}: `}
            suffix={`\u00a0${t('units.ampere')}`}
            value={a}
            onChange={(next) => onChange(replace(nth, next))}
            {...currentBounds}
            error={errors[nth] !== undefined}
          />
        ))}
      </div>
      {[...new Set(errors)].map(
        (error) =>
          error && (
            <p key={error} className={classes.error} role="alert">
              {error}
            </p>
          ),
      )}
    </div>
  )
}
