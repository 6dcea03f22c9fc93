import type { DeliveryOutcome } from '../../../../platform/jobs/deliveries/deliveries.ts'
import type { PartnerAnswer } from './call-partner.ts'

type Unanswered = Extract<PartnerAnswer, { ok: false }>

/** What a partner's answer to something that it was sent means for the delivery. */
export function outcomeOf(answer: PartnerAnswer): DeliveryOutcome {
  // who has no address for a module does without it; what a party behind a hub misses is sent when it is back
  if (answer.ok || answer.fault === 'no_endpoint' || answer.fault === 'party_away') return { kind: 'done' }
  return { kind: answer.mayPass || isRefusedAtDoor(answer) ? 'away' : 'refused', error: faultText(answer) }
}

/** What went wrong with a call, in one line. */
export const faultText = ({ fault, httpStatus, message }: Unanswered): string =>
  [fault, httpStatus, message]
    .filter((part) => part !== null && part !== '')
    .join(' ')
    .slice(0, 500)

/** A partner that does not take our token takes nothing: what was sent is as good as before once the token is right again. */
const isRefusedAtDoor = ({ httpStatus }: Unanswered): boolean => httpStatus === 401 || httpStatus === 403
