import type { EnergyReason, EnergyTrouble } from '@stationmaster/contract'
import { type ControlState, newControl, type OutletState } from '@stationmaster/energy'

/** What the driver of a session is shown of it. */
export interface SessionNote {
  orderId: number
  /** on each phase */
  currentA: number
  code: EnergyReason
  /** how many cars share the place that stops it; null: none does */
  cars: number | null
  sharedA: number | null
  /** until when that holds; null: until something changes */
  until: number | null
  /** of the need that was made at `statedAt`: when it will be met, null: not, and the session's energy at the departure */
  forecast: { statedAt: number; metAt: number | null; energyWh: number } | null
}

/** What a site's looks of a minute have measured. */
export interface MinuteTally {
  /** in which a circuit carried more than it might */
  overloadMs: number
  /** the longest time that a station which went away may draw more than its floor */
  safeMs: number
  /** the phase that carried most of what it might; null: nothing was measured yet */
  highest: { loadMa: number; limitMa: number; circuit: string; phase: number } | null
}

export const newMinute: MinuteTally = { overloadMs: 0, safeMs: 0, highest: null }

/** What is known of a site from one look to the next; it is kept in the database, so that another server goes on with it. */
export interface Memory {
  control: ControlState
  /** on how many phases the car at an outlet draws, by outlet */
  phases: Readonly<Record<string, { orderId: number; phases: number }>>
  /** the unit that a station takes, where it refused the other, by station */
  units: Readonly<Record<string, 'A' | 'W'>>
  /** stations under watch */
  troubles: Readonly<Record<string, { kind: EnergyTrouble; since: number }>>
  /** when a floor or cap was sent last, by its place */
  tried: Readonly<Record<string, number>>
  /** what drivers are shown, by outlet, and when it was reckoned last how it goes on */
  notes: Readonly<Record<string, SessionNote>>
  forecastAt: number
  /** what cars could have taken more since the last sample, Wh */
  shortWh: number
  /** what was measured since the last sample */
  measured: MinuteTally
  /** the minute of the last sample, ms */
  sampledAt: number
}

const newMemory: Memory = {
  control: newControl,
  phases: {},
  units: {},
  troubles: {},
  tried: {},
  notes: {},
  forecastAt: 0,
  shortWh: 0,
  measured: newMinute,
  sampledAt: 0,
}

/** A memory as JSON can hold it: what never happened is null. */
export interface KeptMemory extends Omit<Memory, 'control'> {
  outlets: (readonly [string, OutletState])[]
  nextId: number
}

const instants = ['changedAt', 'lookedAt', 'leftAloneUntil'] as const

export const memoryKept = ({ control, ...rest }: Memory): KeptMemory => ({
  ...rest,
  outlets: [...control.outlets],
  nextId: control.nextId,
})

/** A memory that was kept; what a new site has is empty. */
export function memoryOf(kept: Partial<KeptMemory>): Memory {
  const { outlets = [], nextId = newControl.nextId, ...rest } = kept
  const known = outlets.map(([id, state]): [string, OutletState] => {
    // what an older server has kept does not count them
    const failed = state.failed ?? 0
    const never = instants.filter((name) => state[name] === null)
    return [
      id,
      {
        ...state,
        failed,
        ...Object.fromEntries(never.map((name) => [name, Number.NEGATIVE_INFINITY])),
      },
    ]
  })
  return { ...newMemory, ...rest, control: { outlets: new Map(known), nextId } }
}
