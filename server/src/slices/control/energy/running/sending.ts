import type { Setting } from '@stationmaster/energy'
import type { CommandOutcome, StationCommand } from '@stationmaster/ocpp'
import { MINUTE_MS } from '@stationmaster/units'
import { loadKnownStations } from '../../../stations/stations/connecting/traffic-store.ts'
import { keepEffect } from '../../commands/outcome/effects.ts'
import type { CommandParts } from '../../commands/parts.ts'
import { isNamed, type SiteLook } from '../looking/look.ts'
import type { Memory } from '../looking/memory.ts'
import { type Standing, sessionCommand } from '../looking/profiles.ts'
import { type Heard, meaningOf } from './hearing.ts'

/** How a profile that was sent ends. */
export type Sent = Promise<Heard>

/** a floor or a cap that a station has not accepted is sent again after this */
const againMs = MINUTE_MS

/** The floors and caps to send now: to stations that are connected, one for each station at a time. */
export function dueStandings({ missing, outlets, now }: SiteLook, tried: Memory['tried']): Standing[] {
  const online = new Set(outlets.flatMap(({ plugs: [plug] }) => (plug?.online ? [plug.stationId] : [])))
  const due = new Map<string, Standing>()
  for (const one of missing) {
    const isTried = now.getTime() - (tried[one.key] ?? Number.NEGATIVE_INFINITY) < againMs
    if (online.has(one.stationId) && !isTried && !due.has(one.stationId)) due.set(one.stationId, one)
  }
  return [...due.values()]
}

/** Sends what a look has decided; each promise ends with what its station made of it. */
export function sendAll(
  parts: CommandParts,
  look: SiteLook,
  { settings, standings }: { settings: readonly Setting[]; standings: readonly Standing[] },
): Sent[] {
  const facts = new Map(look.outlets.map((one) => [one.outlet.id, one]))
  const ofSessions = settings.flatMap((setting): Sent[] => {
    const session = facts.get(setting.outlet)?.session ?? null
    // a car of the look has a session with a name
    if (!isNamed(session)) return []
    const unit = look.unitAt(session)
    const phases = look.cars.get(setting.outlet)?.phases ?? 1
    const command = sessionCommand(setting, session, { unit, phases, now: look.now.getTime() })
    return [send(parts, { stationId: session.stationId, setting, unit }, command)]
  })
  const ofPlaces = standings.map(({ stationId, unit, command }) =>
    send(parts, { stationId, setting: null, unit }, command),
  )
  return [...ofPlaces, ...ofSessions]
}

/** Sends one profile, and keeps what it has changed at its station. */
async function send(
  parts: CommandParts,
  what: Pick<Heard, 'stationId' | 'setting' | 'unit'>,
  command: StationCommand,
): Sent {
  const { db, clock, stations } = parts
  const { stationId, setting, unit } = what
  const link = await stations.find(stationId)
  const outcome: CommandOutcome | undefined = link && (await link.command(command))
  if (outcome?.kind === 'answered' && outcome.effect) {
    const station = (await loadKnownStations(db, [stationId])).get(stationId)
    if (station) await keepEffect(parts, station, outcome.effect)
  }
  return {
    stationId,
    setting: setting && { outlet: setting.outlet, id: setting.id },
    unit,
    ...meaningOf(outcome),
    at: clock.now().getTime(),
  }
}
