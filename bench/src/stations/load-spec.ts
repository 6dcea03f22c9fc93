import type { LatencySummary } from '../measuring/histogram.ts'

export type Scenario = 'heartbeat' | 'session' | 'storm' | 'hold'
/** Whether a scenario is measured for some seconds; the others end by themselves. */
export const hasWindow = (scenario: Scenario): boolean => scenario === 'heartbeat' || scenario === 'session'
export const versions = ['1.6', '2.0.1', '2.1'] as const
export type Version = (typeof versions)[number]

/** The version of a text; the first where it is none. */
export const versionOf = (text: string | undefined): Version => versions.find((one) => one === text) ?? '1.6'

/** What the driver has to do. */
export interface LoadSpec {
  scenario: Scenario
  /** where stations connect; the station's identity is appended */
  url: string
  version: Version
  connections: number
  /** the address of this machine that stations connect from; the system's choice by default */
  from?: string
  /** number of the first station; 1 by default */
  first?: number
  /** stations offer permessage-deflate, and compress all that they send where it is taken */
  compressed?: boolean
  /** length of the measured window; storm and hold have none */
  seconds: number
  /** of a session; 10 by default */
  meterValues?: number
  /** how long a station rests between two calls, on average; none by default */
  restMs?: number
}

/** What the driver saw. */
export interface LoadResult {
  accepted: number
  /** from before the first connection to the last accepted boot notification */
  acceptedSeconds: number
  /** calls answered within the window */
  messages: number
  messagesPerSecond: number
  /** whole sessions, those that ended after the window included */
  sessions: number
  /** by action; only of calls answered within the window, or while connecting for a storm */
  latencyMs: Record<string, LatencySummary>
  /** refusals, time-outs, closed sockets, odd replies, each with its count; empty when all went well */
  errors: Record<string, number>
  /** share of the window in which the driver's own event loop was busy: near 1, the driver was the limit */
  driverBusy: number
}

export const meterValuesPerSession = 10
export const stepWh = 120
/** Authorize, start, the meter values, stop */
export const callsPerSession = meterValuesPerSession + 3
export const sessionWh = meterValuesPerSession * stepWh

/** The name under which the latencies of all calls stand together. */
export const anyCall = 'any call'

/** Identities and tokens by number, from 1; the database is seeded with the same. */
export const stationIdOf = (number: number) => `LOAD${String(number).padStart(5, '0')}`
export const tokenOf = (number: number) => `TAG${String(number).padStart(5, '0')}`
