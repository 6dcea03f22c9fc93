import { NativeSelect } from '@mantine/core'
import { useEnergyWords } from '../use-energy-words.ts'

interface PhasesSelectProps {
  label: string
  /** the site's phases behind L1, L2 and L3 of an EVSE */
  value: readonly number[]
  onChange: (phases: readonly number[]) => void
  error?: string | undefined
}

const usual = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [1], [2], [3]]
/** against the usual turn, and two phases: rare */
const rare = [
  [1, 3, 2],
  [3, 2, 1],
  [2, 1, 3],
  [1, 2],
  [2, 3],
  [3, 1],
  [2, 1],
  [3, 2],
  [1, 3],
]

/** The phases that an EVSE is wired to: three in their turn, one, or two. */
export function PhasesSelect({ label, value, onChange, error }: PhasesSelectProps) {
  const words = useEnergyWords()
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      value={value.join('')}
      onChange={(event) => onChange([...event.currentTarget.value].map(Number))}
      data={[...usual, ...rare].map((phases) => ({ value: phases.join(''), label: words.phases(phases) }))}
      error={error}
    />
  )
}
