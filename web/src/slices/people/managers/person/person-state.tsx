import type { Person } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../../ui/figures/status.tsx'

type State = 'active' | 'invited' | 'blocked'

const tones: Record<State, Tone> = { active: 'green', invited: 'yellow', blocked: 'red' }

const stateOf = ({ blocked, invited }: Person): State =>
  blocked ? 'blocked' : invited ? 'invited' : 'active'

/** Whether a person can sign in. */
export function PersonState({ person }: { person: Person }) {
  const { t } = useTranslation()
  const state = stateOf(person)
  return <Badge tone={tones[state]}>{t(`managers.state.${state}`)}</Badge>
}
