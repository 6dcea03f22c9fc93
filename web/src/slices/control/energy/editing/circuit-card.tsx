import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import type { EnergyFault } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { IconTrash } from '../../../../ui/pictures/icons.ts'
import { lossBounds } from '../drawing/bounds.ts'
import type { CircuitDraft, Three } from '../drawing/draft.ts'
import type { PhaseSum } from '../drawing/sums.ts'
import { SumsTable } from '../drawing/sums-table.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './editing.module.css'
import { OtherFields } from './other-fields.tsx'
import { ThreeFields } from './three-fields.tsx'

export interface CircuitCardProps {
  circuit: CircuitDraft
  /** what it may hang at: not itself, and nothing below it */
  parents: readonly { id: string; name: string }[]
  sums: readonly PhaseSum[]
  /** what the server has found wrong here */
  faults: readonly EnergyFault[]
  /** whether a field of it does not hold, by its path within the circuit */
  isWrong: (path: string) => boolean
  onChange: (part: Partial<CircuitDraft>) => void
  /** absent where EVSEs or circuits hang at it */
  onRemove?: (() => void) | undefined
}

/** The fields of a circuit, with what may flow there without a connection. */
export function CircuitCard(props: CircuitCardProps) {
  const { circuit, parents, sums, faults, isWrong, onChange, onRemove } = props
  const { t } = useTranslation()
  const { name, parent } = circuit
  const said = useFaultWords(faults)
  return (
    <fieldset className={classes.card}>
      <legend className={classes.legend}>{name || t('energy.circuit.unnamed')}</legend>
      <div className={classes.pair}>
        <TextInput
          label={t('energy.circuit.name')}
          value={name}
          maxLength={80}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={isWrong('name') ? t('rules.required') : said(['twice'])}
        />
        {parent !== null && (
          <NativeSelect
            label={t('energy.circuit.parent')}
            value={parent}
            onChange={(event) => onChange({ parent: event.currentTarget.value })}
            data={parents.map((one) => ({ value: one.id, label: one.name }))}
            error={said(['parent', 'circle'])}
          />
        )}
      </div>
      <CurrentFields {...props} />
      <OtherFields circuit={circuit} onChange={onChange} isWrong={isWrong} />
      <SumsTable name={name} sums={sums} />
      {onRemove && (
        <ActionIcon
          className={classes.remove!}
          variant="subtle"
          color="gray"
          aria-label={t('energy.circuit.remove', { name })}
          title={t('energy.circuit.remove', { name })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </fieldset>
  )
}

/** What the server has said of a circuit, by its kind, and by a phase. */
function useFaultWords(faults: readonly EnergyFault[]) {
  const words = useEnergyWords()
  return (kinds: readonly EnergyFault['kind'][], phase?: number): string | undefined => {
    const own = faults.filter(({ kind }) => kinds.includes(kind))
    if (phase !== undefined && !own.some((one) => one.phase === phase)) return undefined
    return words.faults(own.filter((one) => phase === undefined || sameAs(own, phase, one)))[0]
  }
}

/** Whether a fault is that of a phase, or the same on another one. */
const sameAs = (faults: readonly EnergyFault[], phase: number, { sum_a, fuse_a }: EnergyFault): boolean =>
  faults.some((one) => one.phase === phase && one.sum_a === sum_a && one.fuse_a === fuse_a)

/** Fuse and reserve on each phase, and losses. */
function CurrentFields({ circuit, faults, isWrong, onChange }: CircuitCardProps) {
  const { t } = useTranslation()
  const said = useFaultWords(faults)
  const { fuse, reserve } = circuit
  return (
    <>
      <ThreeFields
        label={t('energy.circuit.fuse')}
        value={fuse}
        onChange={(next: Three) => onChange({ fuse: next })}
        isEmptyWrong={(phase) => isWrong(`fuse_a.${phase - 1}`)}
        errorOf={(phase) => said(['floors'], phase) ?? (phase === 1 ? said(['currents']) : undefined)}
      />
      <ThreeFields
        label={t('energy.circuit.reserve')}
        hint={t('energy.circuit.reserveHint')}
        value={reserve}
        onChange={(next: Three) => onChange({ reserve: next })}
        isEmptyWrong={(phase) => isWrong(`reserve_a.${phase - 1}`)}
      />
      <NumberField
        className={classes.narrow!}
        label={t('energy.circuit.losses')}
        description={t('energy.circuit.lossesHint')}
        value={circuit.losses}
        onChange={(losses) => onChange({ losses })}
        {...lossBounds}
        error={isWrong('losses_percent') && t('rules.required')}
      />
    </>
  )
}
