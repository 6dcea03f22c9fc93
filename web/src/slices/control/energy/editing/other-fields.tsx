import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { ageBounds } from '../drawing/bounds.ts'
import type { CircuitDraft, Three } from '../drawing/draft.ts'
import classes from './editing.module.css'
import { ThreeFields } from './three-fields.tsx'
import { WeekFields } from './week-fields.tsx'

interface OtherProps {
  circuit: CircuitDraft
  onChange: (part: Partial<CircuitDraft>) => void
  isWrong: (path: string) => boolean
}

const kinds = ['none', 'week', 'meter'] as const

/** What else flows at a circuit: nothing, by the hours of the week, or as a meter reports it. */
export function OtherFields({ circuit, onChange, isWrong }: OtherProps) {
  const { t } = useTranslation()
  const id = useId()
  const { other, most, ageSeconds } = circuit
  return (
    <div className={classes.others}>
      <span className={classes.label} id={id}>
        {t('energy.other.label')}
      </span>
      <SegmentedControl
        aria-labelledby={id}
        value={other}
        onChange={(next) => onChange({ other: next })}
        data={kinds.map((value) => ({ value, label: t(`energy.other.${value}`) }))}
      />
      {other === 'week' && (
        <WeekFields
          week={circuit}
          onChange={onChange}
          labels={{ base: t('energy.other.base'), value: t('energy.other.current') }}
        />
      )}
      {other === 'meter' && (
        <>
          <ThreeFields
            label={t('energy.other.most')}
            hint={t('energy.other.mostHint')}
            value={most}
            onChange={(next: Three) => onChange({ most: next })}
            isEmptyWrong={(phase) => isWrong(`other.most_a.${phase - 1}`)}
          />
          <NumberField
            className={classes.narrow!}
            label={t('energy.other.age')}
            value={ageSeconds}
            onChange={(next) => onChange({ ageSeconds: next })}
            {...ageBounds}
          />
        </>
      )}
    </div>
  )
}
