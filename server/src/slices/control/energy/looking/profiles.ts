import type { Setting } from '@stationmaster/energy'
import type { CommandOf } from '@stationmaster/ocpp'
import { floorProfileBase, isStanding, ourStackLevel, sessionProfileBase } from '../site/numbers.ts'
import { type Tree, volts } from '../site/tree.ts'
import type { OutletFacts, Session } from './facts.ts'
import type { PlugRow } from './facts-store.ts'

type Unit = 'A' | 'W'

/** The unit of a station's limits: what it has refused is not sent again, what it says it takes comes first. */
export function unitOf(
  { current }: Pick<PlugRow, 'current'>,
  reported: string | null | undefined,
  learned: Unit | undefined,
): Unit {
  const words = (reported ?? '').split(/[,;\s]/)
  const takes = {
    A: words.includes('Current') || words.includes('A'),
    W: words.includes('Power') || words.includes('W'),
  }
  const usual: Unit = current === 'DC' ? 'W' : 'A'
  if (learned) return learned
  if (takes.A === takes.W) return usual
  return takes.A ? 'A' : 'W'
}

export const otherUnit = (unit: Unit): Unit => (unit === 'A' ? 'W' : 'A')

/** A current on each phase as a limit: A to a tenth, or W, both rounded down. */
const amountOf = (unit: Unit, mA: number, phases: number): number =>
  unit === 'A' ? Math.floor(mA / 100) / 10 : Math.floor((mA / 1000) * volts * phases)

/**
 * What is sent for a session: absolute, so that it ends by itself at its station. It begins a little before now, so that a clock that is
 * behind ours does not delay it.
 */
export function sessionCommand(
  { currentMa, until }: Setting,
  session: Session & { transactionId: string },
  { unit, phases, now }: { unit: Unit; phases: number; now: number },
): CommandOf<'session_limits'> {
  const from = now - earlierMs
  const { evse, number: connector, ordinal } = session
  return {
    type: 'session_limits',
    at: { evse, connector, ordinal },
    transactionId: session.transactionId,
    profileId: sessionProfileBase + ordinal,
    stackLevel: ourStackLevel,
    unit,
    from: new Date(from),
    durationSeconds: Math.round((until - from) / 1000),
    periods: [{ startSeconds: 0, limit: amountOf(unit, currentMa, phases) }],
  }
}

const earlierMs = 60_000

/** What a station has without us: its floor at each place, or the cap of all of it. */
export interface Standing {
  /** by which tries are counted */
  key: string
  stationId: string
  unit: Unit
  amount: number
  command: CommandOf<'limit'>
}

/** What stands at an outlet's station, and what is missing there. */
export interface StandingAt {
  /** its station has accepted the floor for each of its connectors */
  isSet: boolean
  missing: Standing | null
}

/** amounts are kept with four bytes */
const inexact = 0.05

/**
 * The floor of an outlet: what each session there may draw without us, but no more than others allow. In W it is that of one phase, for
 * nobody knows yet on how many the next car draws; a direct current is drawn from all alike.
 */
export function floorAt({ outlet, plugs, limits, placeMostMa }: OutletFacts, unit: Unit): StandingAt {
  const phases = plugs.some(({ current }) => current === 'DC') ? outlet.phases.length : 1
  const mA = Math.min(outlet.floorMa, placeMostMa ?? outlet.floorMa)
  const amount = amountOf(unit, mA, phases)
  const isThere = (plug: PlugRow) =>
    limits.some(
      (one) =>
        isStanding(one.profileId) &&
        one.purpose === 'default' &&
        one.evse === plug.evse &&
        (one.connector === null || one.connector === plug.number) &&
        // what it has accepted in either unit holds
        Math.abs(one.amount - amountOf(one.unit, mA, phases)) < inexact,
    )
  const without = plugs.find((plug) => !isThere(plug))
  if (!without) return { isSet: true, missing: null }
  const { stationId, evse, number: connector, ordinal } = without
  const command: CommandOf<'limit'> = {
    type: 'limit',
    profileBase: floorProfileBase,
    stackLevel: ourStackLevel,
    at: { evse, connector, ordinal },
    unit,
    limit: amount,
  }
  return { isSet: false, missing: { key: `${stationId}/${ordinal}`, stationId, unit, amount, command } }
}

/** The cap of a station that has a circuit for itself, in A: its smallest fuse; null: none is due, or it is there. */
export function capOf({ site }: Tree, of: readonly OutletFacts[], unit: Unit): Standing | null {
  const [first] = of
  const plug = first?.plugs[0]
  if (!first || !plug || unit !== 'A' || plug.current === 'DC') return null
  const ids = new Set(of.map(({ outlet }) => outlet.id))
  const circuit = site.circuits.find(({ id }) => id === first.outlet.circuit)
  const isItsOwn =
    circuit !== undefined &&
    circuit.parent !== null &&
    !site.circuits.some(({ parent }) => parent === circuit.id) &&
    site.outlets.every((one) => ids.has(one.id) === (one.circuit === circuit.id))
  if (!isItsOwn) return null
  const byHand = first.limits.filter(
    ({ purpose, unit: own, profileId }) => purpose === 'station' && own === 'A' && !isStanding(profileId),
  )
  const amount = Math.min(amountOf('A', Math.min(...circuit.fuseMa), 1), ...byHand.map((one) => one.amount))
  const isThere = first.limits.some(
    (one) =>
      isStanding(one.profileId) && one.purpose === 'station' && Math.abs(one.amount - amount) < inexact,
  )
  const { stationId } = plug
  const command: CommandOf<'limit'> = {
    type: 'limit',
    profileBase: floorProfileBase,
    stackLevel: ourStackLevel,
    unit: 'A',
    limit: amount,
  }
  return isThere ? null : { key: `${stationId}/0`, stationId, unit: 'A', amount, command }
}
