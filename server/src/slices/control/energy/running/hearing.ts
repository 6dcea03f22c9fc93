import type { EnergyTrouble } from '@stationmaster/contract'
import { type Answer, answered, type OutletState, type Rules } from '@stationmaster/energy'
import type { CommandOutcome } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import type { Memory } from '../looking/memory.ts'
import { otherUnit } from '../looking/profiles.ts'

/** How a profile ended at its station. */
export interface Heard {
  stationId: string
  /** a session's setting; null: a floor or a cap */
  setting: { outlet: string; id: number } | null
  unit: 'A' | 'W'
  answer: Answer
  /** what is wrong with the station; null: nothing, or nothing was sent */
  trouble: EnergyTrouble | null
  at: number
}

/** What a command's end means: whether the station has the profile, and what is wrong with it; undefined: it is not connected. */
export function meaningOf(outcome: CommandOutcome | undefined): Pick<Heard, 'answer' | 'trouble'> {
  if (!outcome) return { answer: 'refused', trouble: null }
  switch (outcome.kind) {
    case 'answered':
      return outcome.accepted
        ? { answer: 'accepted', trouble: null }
        : { answer: 'refused', trouble: 'refused' }
    case 'call_error':
    case 'unsupported':
      return { answer: 'refused', trouble: 'refused' }
    case 'timeout':
      return outcome.sent
        ? { answer: 'unknown', trouble: 'unanswered' }
        : { answer: 'refused', trouble: null }
    case 'disconnected':
      return { answer: 'unknown', trouble: null }
    default:
      // nothing was sent
      return { answer: 'refused', trouble: null }
  }
}

/** What a station's timeline is to say. */
export interface Said {
  stationId: string
  word: EnergyTrouble | 'obeys'
}

/**
 * Takes in how profiles ended. A station that refuses is sent the other unit the next time; one that refuses, gives no answer or
 * does not obey is under watch until it has accepted, and said so once.
 */
export function takeIn(
  before: Memory,
  heards: readonly Heard[],
  rules: Rules,
): { memory: Memory; said: Said[] } {
  let memory = before
  const said: Said[] = []
  for (const { stationId, setting, unit, answer, trouble, at } of heards) {
    const known = memory.troubles[stationId]
    const control = setting
      ? answered(memory.control, { ...setting, answer, at }, retriedLater(rules, known, at))
      : memory.control
    const units = trouble === 'refused' ? { ...memory.units, [stationId]: otherUnit(unit) } : memory.units
    memory = { ...memory, control, units }
    if (answer === 'accepted') {
      // one that does not obey accepts all the same
      if (known && known.kind !== 'disobeys') memory = put(memory, said, stationId, null, at)
    } else if (trouble && !known) memory = put(memory, said, stationId, trouble, at)
  }
  return { memory, said }
}

/** what a station that goes on refusing is left alone for at most */
const patienceMs = 10 * MINUTE_MS

/** A station that has been in trouble for long is tried less often, so that the others' currents stay as they are. */
const retriedLater = (rules: Rules, trouble: { since: number } | undefined, at: number): Rules =>
  trouble ? { ...rules, retryMs: Math.max(rules.retryMs, Math.min(patienceMs, at - trouble.since)) } : rules

/** Notes which stations take more than they may, and which no longer do. */
export function watchObeying(
  before: Memory,
  outlets: ReadonlyMap<string, OutletState>,
  stationOf: (outlet: string) => string,
  at: number,
): { memory: Memory; said: Said[] } {
  const disobeying = new Set(
    [...outlets].flatMap(([id, { disobeyed }]) => (disobeyed === null ? [] : [stationOf(id)])),
  )
  let memory = before
  const said: Said[] = []
  for (const [stationId, { kind }] of Object.entries(before.troubles))
    if (kind === 'disobeys' && !disobeying.has(stationId)) memory = put(memory, said, stationId, null, at)
  for (const stationId of disobeying)
    if (before.troubles[stationId]?.kind !== 'disobeys') memory = put(memory, said, stationId, 'disobeys', at)
  return { memory, said }
}

function put(
  memory: Memory,
  said: Said[],
  stationId: string,
  kind: EnergyTrouble | null,
  at: number,
): Memory {
  said.push({ stationId, word: kind ?? 'obeys' })
  const { [stationId]: _, ...others } = memory.troubles
  return { ...memory, troubles: kind ? { ...others, [stationId]: { kind, since: at } } : others }
}

/** What was under way when its server went away: nobody knows whether stations have it. */
export function takeOver(memory: Memory, rules: Rules, at: number): Memory {
  let { control } = memory
  for (const [outlet, { open }] of control.outlets)
    if (open) control = answered(control, { outlet, id: open.id, answer: 'unknown', at }, rules)
  return { ...memory, control }
}
