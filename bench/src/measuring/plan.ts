import { first } from '@stationmaster/units'
import type { Run } from '../stations/drive.ts'
import { anyCall, type LoadSpec, type Version } from '../stations/load-spec.ts'
import type { Options } from './options.ts'

/** What the figure of the server must be, beside that of the bound or by itself. */
export type Goal =
  | { kind: 'ratio at least'; limit: number }
  | { kind: 'ratio at most'; limit: number }
  | { kind: 'at most'; limit: number }

export interface Measurement {
  name: string
  spec: Omit<LoadSpec, 'url'>
  /** ms: 99 of 100 answers come within the figure; µs: processor time of a message, of the server and of PostgreSQL together */
  unit: 'messages/s' | 's' | 'KiB' | 'ms' | 'µs'
  goal: Goal
}

export const heldConnections = 15_000
/** stations of the largest storm */
export const mostStations = 5000
/** 100 stations that rest so long between two calls make some 600 calls a second, a tenth of what they could */
const restMs = 165

/**
 * What is measured, in this order: memory first, while the server is young, so that no earlier load's heap hides it. `isOurs`: the
 * processor time of PostgreSQL can be read, as it was started here.
 */
export function planOf({ only, versions, windowSeconds: seconds }: Options, isOurs: boolean): Measurement[] {
  const all: Measurement[] = [
    {
      name: `memory a connection, ${heldConnections} idle`,
      spec: { scenario: 'hold', version: '1.6', connections: heldConnections, seconds: 0 },
      unit: 'KiB',
      goal: { kind: 'at most', limit: 12 },
    },
    {
      name: `memory a connection, ${heldConnections} idle, compressed`,
      spec: { scenario: 'hold', version: '1.6', connections: heldConnections, compressed: true, seconds: 0 },
      unit: 'KiB',
      goal: { kind: 'at most', limit: 40 },
    },
    {
      name: 'heartbeats, 100 connections',
      spec: { scenario: 'heartbeat', version: '1.6', connections: 100, seconds },
      unit: 'messages/s',
      goal: { kind: 'ratio at least', limit: 0.8 },
    },
    {
      name: 'storm, 1000 stations',
      spec: { scenario: 'storm', version: '1.6', connections: 1000, seconds: 0 },
      unit: 's',
      goal: { kind: 'ratio at most', limit: 1.5 },
    },
    {
      name: `storm, ${mostStations} stations`,
      spec: { scenario: 'storm', version: '1.6', connections: mostStations, seconds: 0 },
      unit: 's',
      goal: { kind: 'ratio at most', limit: 2 },
    },
    ...versions.flatMap((version) => sessionsOf(version, seconds)),
  ]
  return all.filter(
    ({ spec, unit }) => (only === undefined || spec.scenario === only) && (isOurs || unit !== 'µs'),
  )
}

function sessionsOf(version: Version, seconds: number): Measurement[] {
  const of = (connections: number) => ({ scenario: 'session', version, connections, seconds }) as const
  return [
    {
      name: `sessions ${version}, 100 connections`,
      spec: of(100),
      unit: 'messages/s',
      goal: { kind: 'ratio at least', limit: 0.16 },
    },
    {
      name: `sessions ${version}, 500 connections`,
      spec: of(500),
      unit: 'messages/s',
      goal: { kind: 'ratio at least', limit: 0.22 },
    },
    {
      name: `processor a message ${version}, 100 connections`,
      spec: of(100),
      unit: 'µs',
      goal: { kind: 'at most', limit: 240 },
    },
    {
      name: `p99 of an answer ${version}, 100 connections`,
      spec: of(100),
      unit: 'ms',
      goal: { kind: 'at most', limit: 40 },
    },
    {
      name: `the same at a tenth of the load`,
      spec: { ...of(100), restMs },
      unit: 'ms',
      goal: { kind: 'at most', limit: 10 },
    },
    {
      name: `processor a message at a tenth of the load`,
      spec: { ...of(100), restMs },
      unit: 'µs',
      goal: { kind: 'at most', limit: 1000 },
    },
  ]
}

/** The figure of a run that is not about memory. */
export function figureOf({ unit }: Measurement, run: Run): number {
  if (unit === 's') return run.acceptedSeconds
  if (unit === 'µs') return processorUs(run.cpu.target + run.cpu.database, run)
  return unit === 'ms' ? (run.latencyMs[anyCall]?.p99 ?? Number.NaN) : run.messagesPerSecond
}

/** Processor time of a message, of seconds that a run took. */
export const processorUs = (seconds: number, { messages }: Run): number =>
  (seconds * 1e6) / Math.max(1, messages)

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  // with a figure at least, both places are within the list
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The figure that 95 of 100 do not exceed, of a sorted list that is not empty. */
export const p95Of = (sorted: readonly number[]): number =>
  first(sorted.slice(Math.floor(sorted.length * 0.95)))
