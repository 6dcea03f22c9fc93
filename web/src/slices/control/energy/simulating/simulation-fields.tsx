import { Select } from '@mantine/core'
import { energyStrategies } from '@stationmaster/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { currentBounds } from '../drawing/bounds.ts'
import { alike, type Strategy, type Three } from '../drawing/draft.ts'
import classes from './simulation.module.css'
import { areAlike, type CircuitDraft, type SimulationDraft, withPhase } from './simulation-form.ts'

interface SimulationFieldsProps {
  draft: SimulationDraft
  /** connectors of the site */
  connectors: number
  onChange: (part: Partial<SimulationDraft>) => void
}

/** What is to be other than it is: currents of circuits, how they are shared out, and how many cars are there at once. */
export function SimulationFields({ draft, connectors, onChange }: SimulationFieldsProps) {
  const { t } = useTranslation()
  const replace = (circuit: CircuitDraft) =>
    onChange({ circuits: draft.circuits.map((one) => (one.id === circuit.id ? circuit : one)) })
  return (
    <>
      {draft.circuits.map((circuit) => (
        <CircuitFields key={circuit.id} circuit={circuit} onChange={replace} />
      ))}
      <div className={classes.pair}>
        <Select
          label={t('energy.strategy.label')}
          data={energyStrategies.map((value) => ({ value, label: t(`energy.strategy.${value}`) }))}
          value={draft.strategy}
          onChange={(next) => next && onChange({ strategy: next as Strategy })}
          allowDeselect={false}
        />
        <NumberField
          label={t('energy.simulation.connectors')}
          description={t('energy.simulation.connectorsHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.connectors}
          onChange={(next) => onChange({ connectors: next })}
          min={1}
          max={Math.max(1, connectors)}
        />
      </div>
    </>
  )
}

interface CircuitFieldsProps {
  circuit: CircuitDraft
  onChange: (circuit: CircuitDraft) => void
}

/** Fuse and reserve of a circuit. */
function CircuitFields({ circuit, onChange }: CircuitFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own
    <div role="group" aria-labelledby={id} className={classes.circuit}>
      <span className={classes.name} id={id}>
        {circuit.name}
      </span>
      <div className={classes.pair}>
        <PhaseFields
          label={t('energy.setup.fuse')}
          phase={(phase) => t('energy.circuit.fuseOn', { phase })}
          value={circuit.fuse}
          onChange={(fuse) => onChange({ ...circuit, fuse })}
        />
        <PhaseFields
          label={t('energy.setup.reserve')}
          phase={(phase) => t('energy.simulation.reserveOn', { phase })}
          value={circuit.reserve}
          onChange={(reserve) => onChange({ ...circuit, reserve })}
        />
      </div>
    </div>
  )
}

interface PhaseFieldsProps {
  /** of the one field for all phases */
  label: string
  /** of a phase's own field, from 1 on */
  phase: (phase: number) => string
  value: Three
  onChange: (value: Three) => void
}

/** One field where all phases have the same, else three. */
function PhaseFields({ label, phase, value, onChange }: PhaseFieldsProps) {
  const [isOne] = useState(areAlike(value))
  if (isOne)
    return (
      <NumberField label={label} value={value[0]} onChange={(a) => onChange(alike(a))} {...currentBounds} />
    )
  return (
    <div className={classes.three}>
      {value.map((a, nth) => (
        <NumberField
          // biome-ignore lint/suspicious/noArrayIndexKey: the phases, in their order
          key={nth}
          hideControls
          label={phase(nth + 1)}
          value={a}
          onChange={(next) => onChange(withPhase(value, nth, next))}
          {...currentBounds}
        />
      ))}
    </div>
  )
}
