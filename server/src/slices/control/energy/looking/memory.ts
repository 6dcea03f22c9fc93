import type { EnergyTrouble } from '@stationmaster/contract'
import { type ControlState, newControl, type OutletState } from '@stationmaster/energy'

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
  /** what cars could have taken more since the last sample, Wh */
  shortWh: number
  /** the minute of the last sample, ms */
  sampledAt: number
}

const newMemory: Memory = {
  control: newControl,
  phases: {},
  units: {},
  troubles: {},
  tried: {},
  shortWh: 0,
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
    const never = instants.filter((name) => state[name] === null)
    return [id, { ...state, ...Object.fromEntries(never.map((name) => [name, Number.NEGATIVE_INFINITY])) }]
  })
  return { ...newMemory, ...rest, control: { outlets: new Map(known), nextId } }
}
