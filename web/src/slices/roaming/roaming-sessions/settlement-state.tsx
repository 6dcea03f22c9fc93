import type { PartnerSettlementMonth } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'

type Settled = Pick<PartnerSettlementMonth, 'state' | 'differing' | 'running'>

/** How far a month is: no list, equal, how much differs, or agreed. */
const stageOf = ({ state, differing, running }: Settled) => {
  if (state === 'agreed') return 'agreed'
  if (state === 'no_list') return running ? 'running' : 'noList'
  return differing > 0 ? 'differs' : 'equal'
}

const tones: Record<ReturnType<typeof stageOf>, Tone> = {
  agreed: 'green',
  running: 'gray',
  noList: 'yellow',
  differs: 'orange',
  equal: 'blue',
}

export function SettlementState({ of }: { of: Settled }) {
  const { t } = useTranslation()
  const format = useFormat()
  const stage = stageOf(of)
  return (
    <Badge tone={tones[stage]}>
      {t(`comparison.stages.${stage}`, { count: of.differing, n: format.number(of.differing) })}
    </Badge>
  )
}
