import { FormError } from '../../../../ui/forms/form-error.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './drawing.module.css'
import { faultsOf } from './faults.ts'

/** Why a wiring was not saved: each place with its amperes. */
export function Refusal({ error }: { error: unknown }) {
  const words = useEnergyWords()
  const faults = faultsOf(error).filter(({ kind }) => kind !== 'unplaced')
  if (faults.length === 0) return <FormError error={error} />
  return (
    <div className={classes.refusal} role="alert">
      <ul>
        {words.faults(faults).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
