import type { Run } from './drive.ts'
import type { LoadSpec } from './load-spec.ts'
import type { Options } from './options.ts'

/** What the figure of the server must be, beside that of the bound or by itself. */
export type Goal =
  | { kind: 'ratio at least'; limit: number }
  | { kind: 'ratio at most'; limit: number }
  | { kind: 'at most'; limit: number }

export interface Measurement {
  name: string
  spec: Omit<LoadSpec, 'url'>
  unit: 'messages/s' | 's' | 'KiB'
  goal: Goal
}

export const heldConnections = 3000

/** What is measured, in this order: memory first, while the server is young, so that no earlier load's heap hides it. */
export function planOf({ only, versions, windowSeconds: seconds }: Options): Measurement[] {
  const sessions = versions.flatMap((version) =>
    [100, 500].map(
      (connections): Measurement => ({
        name: `sessions ${version}, ${connections} connections`,
        spec: { scenario: 'session', version, connections, seconds },
        unit: 'messages/s',
        goal: { kind: 'ratio at least', limit: 0.08 },
      }),
    ),
  )
  const all: Measurement[] = [
    {
      name: `memory a connection, ${heldConnections} idle`,
      spec: { scenario: 'hold', version: '1.6', connections: heldConnections, seconds: 0 },
      unit: 'KiB',
      goal: { kind: 'at most', limit: 20 },
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
      goal: { kind: 'ratio at least', limit: 0.5 },
    },
    {
      name: 'storm, 1000 stations',
      spec: { scenario: 'storm', version: '1.6', connections: 1000, seconds: 0 },
      unit: 's',
      goal: { kind: 'ratio at most', limit: 6 },
    },
    ...sessions,
  ]
  return all.filter(({ spec }) => only === undefined || spec.scenario === only)
}

/** The figure of a run that is not about memory. */
export const figureOf = ({ spec }: Measurement, run: Run): number =>
  spec.scenario === 'storm' ? run.acceptedSeconds : run.messagesPerSecond

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
