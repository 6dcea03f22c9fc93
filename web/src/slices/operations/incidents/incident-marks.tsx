import type { IncidentSeverity, IncidentState, IncidentView } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Duration, Elapsed } from '../../../ui/dates/duration.tsx'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'

const severityTones: Record<IncidentSeverity, Tone> = {
  critical: 'red',
  major: 'orange',
  minor: 'yellow',
  info: 'gray',
}

export const stateTones: Record<IncidentState, Tone> = {
  open: 'red',
  acknowledged: 'blue',
  closed: 'green',
}

/** How bad it is; without a colour once it is over. */
export function SeverityBadge({ severity, state }: Pick<IncidentView, 'severity' | 'state'>) {
  const { t } = useTranslation()
  return (
    <Badge tone={state === 'closed' ? 'gray' : severityTones[severity]}>
      {t(`incidents.severity.${severity}`)}
    </Badge>
  )
}

export function StateBadge({ state }: Pick<IncidentView, 'state'>) {
  const { t } = useTranslation()
  return (
    <Badge tone={stateTones[state]} live={state === 'open'}>
      {t(`incidents.state.${state}`)}
    </Badge>
  )
}

/** How long it has lasted, until nothing of it went wrong any more. */
export function Lasted({ opened_at, calm_since, closed_at }: IncidentView) {
  const end = calm_since ?? closed_at
  if (end === null) return <Elapsed since={opened_at} />
  return <Duration seconds={(Date.parse(end) - Date.parse(opened_at)) / 1000} />
}
