import { clockOf, type IdleTerms } from '../idle-terms.ts'
import { matches, timeBorders, wallClock } from './restrictions.ts'

/** A part of a stay that lies in the hours for nothing or outside of them; epoch milliseconds. */
export interface StayPart {
  fromMs: number
  toMs: number
  isNight: boolean
}

/** Divides a stay where the hours for nothing begin and end by what the location's clocks show, also on days on which they are changed. */
export function stayPartsOf(from: Date, to: Date, { night }: IdleTerms, timeZone: string): StayPart[] {
  const [fromMs, toMs] = [from.getTime(), to.getTime()]
  if (fromMs >= toMs) return []
  if (!night || night.from === night.to) return [{ fromMs, toMs, isNight: false }]
  const window = { startTime: clockOf(night.from), endTime: clockOf(night.to) }
  const parts: StayPart[] = []
  for (const ms of [
    fromMs,
    ...timeBorders([{ components: [], restrictions: window }], fromMs, toMs, timeZone),
  ]) {
    const moment = { clock: wallClock(ms, timeZone), sinceStartMs: 0, energyWh: 0, powerW: 0 }
    const isNight = matches(window, moment)
    const last = parts.at(-1)
    if (last?.isNight === isNight) continue
    if (last) last.toMs = ms
    parts.push({ fromMs: ms, toMs, isNight })
  }
  return parts
}
