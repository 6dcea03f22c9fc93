import type { Outlet } from '@stationmaster/energy'
import type { Session } from './facts.ts'
import type { SetLimit } from './facts-store.ts'

export const now = new Date('2026-07-15T11:00:00Z')

/** A session at a three-phase plug of 22 kW. */
export const session = (more: Partial<Session> = {}): Session => ({
  stationId: 'A',
  stationNumber: 1,
  isNew: false,
  online: true,
  connectorId: 5,
  evse: 1,
  number: 1,
  ordinal: 1,
  current: 'AC',
  powerW: 22_080,
  orderId: 7,
  transactionId: '42',
  transactionStart: new Date(now.getTime() - 600_000),
  energyWh: 1000,
  powerNowW: null,
  currentA: null,
  soc: null,
  sampledAt: now,
  limitWh: null,
  measuredAt: now,
  measurements: null,
  need: null,
  partnerProfile: null,
  priority: null,
  isFirst: false,
  ...more,
})

/** A limit that a person has set. */
export const limit = (more: Partial<SetLimit> = {}): SetLimit => ({
  stationId: 'A',
  profileId: 1001,
  evse: 1,
  connector: null,
  purpose: 'default',
  transactionId: null,
  unit: 'A',
  amount: 16,
  from: null,
  until: null,
  ...more,
})

/** The outlet of that plug. */
export const outlet = (more: Partial<Outlet> = {}): Outlet => ({
  id: 'A/1',
  circuit: 'grid',
  phases: [0, 1, 2],
  mostMa: 32_000,
  leastMa: 6000,
  stepMa: 1000,
  floorMa: 6000,
  ...more,
})
