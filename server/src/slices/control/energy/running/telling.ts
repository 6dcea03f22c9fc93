import { forecastOf, noOutlook } from '@stationmaster/energy'
import { MINUTE_MS } from '@stationmaster/units'
import { isNamed, type SiteLook } from '../looking/look.ts'
import type { Memory, SessionNote } from '../looking/memory.ts'
import { ownLimitOf, reasonsOf } from '../looking/reasons.ts'
import { amperes } from '../site/tree.ts'

/** how it goes on is reckoned this often, and at once for a new need */
const everyMs = MINUTE_MS

/** What drivers are shown: why their cars have what they have, and how it goes on where they need something. */
export function notesOf(look: SiteLook, before: Memory): Pick<Memory, 'notes' | 'forecastAt'> {
  const now = look.now.getTime()
  const needs = look.outlets.filter(({ session }) => isNamed(session) && session.need)
  const isDue =
    needs.length > 0 &&
    (now - before.forecastAt >= everyMs ||
      needs.some(
        ({ outlet, session }) => before.notes[outlet.id]?.forecast?.statedAt !== session?.need?.statedAt,
      ))
  const forecasts = isDue ? forecastsOf(look) : null
  const reasonOf = reasonsOf(look)
  const standings = new Map(look.decision.standings.map((one) => [one.outlet, one]))
  const notes = look.outlets.flatMap((facts): (readonly [string, SessionNote])[] => {
    const { outlet, session } = facts
    const standing = standings.get(outlet.id)
    if (!isNamed(session) || !standing) return []
    const known = before.notes[outlet.id]
    const { code, cars, shared_a, circuit } = reasonOf(standing, ownLimitOf(facts))
    const limited = look.supplies.find(({ id }) => id === circuit)?.limitedBy
    const same = known?.orderId === session.orderId ? known.forecast : null
    const words: SessionNote = {
      orderId: session.orderId,
      currentA: amperes(standing.currentMa),
      code,
      cars,
      sharedA: shared_a,
      until: (code === 'limit' && limited?.until?.getTime()) || null,
      forecast: forecasts ? (forecasts.get(outlet.id) ?? null) : same,
    }
    return [[outlet.id, words]]
  })
  return { notes: Object.fromEntries(notes), forecastAt: isDue ? now : before.forecastAt }
}

/** How it goes on for the sessions whose drivers need something. */
function forecastsOf(look: SiteLook): Map<string, NonNullable<SessionNote['forecast']>> {
  const { wiring, cars, rules, outlets } = look
  const now = look.now.getTime()
  const sessions = new Map(outlets.flatMap(({ outlet, session }) => (session ? [[outlet.id, session]] : [])))
  const { supplyMa, outlook = noOutlook } = look.look
  const sharing = { strategy: rules.strategy, now, outlook }
  const played = forecastOf(wiring, [...cars.values()], { supplyMa, sharing })
  return new Map(
    played.flatMap(({ outlet, deliveredWh, metAt }) => {
      const session = sessions.get(outlet)
      const need = session?.need
      if (!need) return []
      const isMet = cars.get(outlet)?.neededWh === 0
      const energyWh = Math.round((session.energyWh ?? 0) + deliveredWh)
      return [[outlet, { statedAt: need.statedAt, metAt: isMet ? now : metAt, energyWh }]]
    }),
  )
}
