import type { SilentPartnerRule } from '@stationmaster/contract'
import type { Token } from '@stationmaster/ocpi'
import { DAY_MS } from '@stationmaster/units'
import type { LastAnswer } from './store.ts'

/** for so long the last answer about a card is one to go by */
const answerLastsMs = 30 * DAY_MS

/** Whether a card may charge now whose partner is silent, by the rule of the location. */
export function mayWithoutAnswer(
  rule: SilentPartnerRule,
  { whitelist }: Pick<Token, 'whitelist'>,
  last: LastAnswer | undefined,
  now: Date,
): boolean {
  if (rule === 'refuse') return false
  if (rule === 'last_answer' && last && now.getTime() - last.at.getTime() < answerLastsMs)
    return last.allowed === 'ALLOWED'
  return whitelist === 'ALLOWED_OFFLINE'
}
