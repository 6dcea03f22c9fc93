import { Button } from '@mantine/core'
import type { EnergyFault } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconPlus } from '../../../../ui/pictures/icons.ts'
import { type CircuitDraft, freeId, newCircuit, type SiteDraft } from '../drawing/draft.ts'
import { sumsOf } from '../drawing/sums.ts'
import { CircuitCard } from './circuit-card.tsx'
import classes from './editing.module.css'

interface CircuitsProps {
  draft: SiteDraft
  faults: readonly EnergyFault[]
  /** paths that do not hold; null: all do */
  wrong: ReadonlySet<string> | null
  onChange: (part: Partial<SiteDraft>) => void
}

const most = 200

/** The circuits of a site from the grid connection down, each with its fields. */
export function Circuits({ draft, faults, wrong, onChange }: CircuitsProps) {
  const { t } = useTranslation()
  const { circuits, outlets, limits } = draft
  const sums = sumsOf(draft)
  const root = circuits.find(({ parent }) => parent === null)
  const isUsed = (id: string) =>
    circuits.some(({ parent }) => parent === id) ||
    outlets.some(({ circuit }) => circuit === id) ||
    limits.some(({ circuit }) => circuit === id)
  const replace = (id: string, part: Partial<CircuitDraft>) =>
    onChange({ circuits: circuits.map((one) => (one.id === id ? { ...one, ...part } : one)) })
  const add = () => {
    const name = t('energy.circuit.proposed', { n: circuits.length })
    onChange({
      circuits: [
        ...circuits,
        newCircuit(freeId(circuits), name, root?.id ?? null, root?.fuse ?? [63, 63, 63]),
      ],
    })
  }
  return (
    <Panel
      title={t('energy.circuit.title')}
      count={circuits.length}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          disabled={circuits.length >= most}
          onClick={add}
        >
          {t('energy.circuit.add')}
        </Button>
      }
    >
      <div className={classes.cards}>
        {circuits.map((circuit, nth) => (
          <CircuitCard
            key={circuit.id}
            circuit={circuit}
            parents={circuits.filter(({ id }) => id !== circuit.id && !isBelow(circuits, id, circuit.id))}
            sums={sums.get(circuit.id) ?? []}
            faults={faults.filter((one) => one.circuit === circuit.id)}
            isWrong={(path) => wrong?.has(`circuits.${nth}.${path}`) ?? false}
            onChange={(part) => replace(circuit.id, part)}
            onRemove={
              circuit.parent === null || isUsed(circuit.id)
                ? undefined
                : () => onChange({ circuits: circuits.filter(({ id }) => id !== circuit.id) })
            }
          />
        ))}
      </div>
    </Panel>
  )
}

/** Whether a circuit hangs somewhere below another. */
function isBelow(circuits: readonly CircuitDraft[], id: string, above: string): boolean {
  const seen = new Set<string>()
  let at = circuits.find((one) => one.id === id)
  while (at && at.parent !== null && !seen.has(at.id)) {
    if (at.parent === above) return true
    seen.add(at.id)
    const { parent } = at
    at = circuits.find((one) => one.id === parent)
  }
  return false
}
