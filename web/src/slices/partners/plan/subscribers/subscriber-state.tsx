import type { SubscriptionState } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../../ui/figures/status.tsx'

const tones: Record<SubscriptionState, Tone> = {
  pending: 'yellow',
  active: 'green',
  past_due: 'red',
  ended: 'gray',
}

/** How a subscription stands. */
export function SubscriberState({ state, cancels }: { state: SubscriptionState; cancels: boolean }) {
  const { t } = useTranslation()
  const ends = state === 'active' && cancels
  return (
    <Badge tone={ends ? 'orange' : tones[state]}>
      {t(ends ? 'plan.subscribers.ends' : `plan.subscribers.state.${state}`)}
    </Badge>
  )
}
