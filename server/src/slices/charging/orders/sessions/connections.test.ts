import { expect, test } from 'vitest'
import type { ConnectionEvent } from '../../../stations/timeline/connection-store.ts'
import { connectionLines } from './connections.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute))
const event = (
  minute: number,
  kind: ConnectionEvent['kind'],
  word: string | null = null,
): ConnectionEvent => ({
  at: at(minute),
  kind,
  word,
})
const lines = (events: ConnectionEvent[], begun: number) =>
  connectionLines(events, at(begun)).map(({ event, created_at, gone_at, reason }) => [
    event,
    Number(created_at.slice(14, 16)),
    gone_at ? Number(gone_at.slice(14, 16)) : null,
    reason,
  ])

test('an outage is shown with its begin and its reason', () => {
  expect(
    lines([event(1, 'connected'), event(20, 'disconnected', 'lost'), event(25, 'connected')], 10),
  ).toEqual([
    ['connection_lost', 20, null, 'lost'],
    ['connection_returned', 25, 20, null],
  ])
})

test('a line about the connection is shown as the station’s', () => {
  const lines = connectionLines(
    [event(1, 'connected'), event(20, 'disconnected'), event(25, 'connected')],
    at(10),
  )
  expect(lines.map(({ kind }) => kind)).toEqual(['ocpp', 'ocpp'])
})

test('a session that began in an outage shows when the outage began', () => {
  expect(lines([event(5, 'disconnected', 'silent'), event(25, 'connected')], 10)).toEqual([
    ['connection_lost', 5, null, 'silent'],
    ['connection_returned', 25, 5, null],
  ])
})

test('a socket that was replaced came back from no one knows when', () => {
  expect(lines([event(1, 'connected'), event(25, 'connected', 'replaced')], 10)).toEqual([
    ['connection_returned', 25, null, 'replaced'],
  ])
})

test('an absence of the server is one of its own kind, and a first connection is nothing', () => {
  expect(lines([event(12, 'connected'), event(20, 'unwatched'), event(21, 'connected')], 10)).toEqual([
    ['connection_lost', 20, null, 'unwatched'],
    ['connection_returned', 21, 20, null],
  ])
})
