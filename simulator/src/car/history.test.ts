import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HistoryOptions, type HistorySession, sessionsOf } from './history.ts'

function station(number: number): HistoryOptions['stations'][number] {
  return {
    id: `ST-${number}`,
    connectors: [
      {
        ref: { ordinal: 1, evse: 1, connector: 1 },
        current: 'DC',
        powerW: 60_000,
        registerWh: 1_000 * number,
      },
      { ref: { ordinal: 2, evse: 2, connector: 1 }, current: 'AC', powerW: 22_000, registerWh: 7 },
    ],
  }
}

const options: HistoryOptions = {
  stations: [1, 2, 3, 4].map(station),
  from: new Date('2026-03-20T21:00:00Z'),
  to: new Date('2026-04-03T21:00:00Z'),
  perStationPerDay: 5,
  seed: 'test',
  timeZone: 'Europe/Berlin',
  tokens: ['A', 'B', 'C', 'D', 'E', 'F'],
}

function history(changes: Partial<HistoryOptions> = {}): {
  sessions: HistorySession[]
  registers: Map<string, number[]>
} {
  const sessions: HistorySession[] = []
  const generator = sessionsOf({ ...options, ...changes })
  for (;;) {
    const next = generator.next()
    if (next.done) return { sessions, registers: next.value }
    sessions.push(next.value)
  }
}

test('sessions come in time order, never overlap at a plug or on a card, and their registers go on', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 6 }), fc.integer({ min: 1, max: 12 }), (seed, perStationPerDay) => {
      const { sessions, registers } = history({ seed, perStationPerDay })
      const plugs = new Map<string, { until: Date; registerWh: number }>()
      const cards = new Map<string, Date>()
      let last = options.from
      for (const session of sessions) {
        expect(session.startedAt >= last).toBe(true)
        last = session.startedAt
        const key = `${session.stationId}/${session.connector.ordinal}`
        const plug = plugs.get(key)
        if (plug) {
          expect(session.plugAt > plug.until).toBe(true)
          expect(session.meterStartWh).toBe(plug.registerWh)
        }
        const shown = [
          session.meterStartWh,
          ...session.samples.map(({ energyWh }) => energyWh),
          session.meterStopWh,
        ]
        expect(shown).toEqual(shown.toSorted((a, b) => a - b))
        const times = [
          session.plugAt,
          session.startedAt,
          ...session.samples.map(({ at }) => at),
          session.endedAt,
        ]
        expect(times).toEqual(times.toSorted((a, b) => a.getTime() - b.getTime()))
        expect(session.unplugAt > session.endedAt && session.unplugAt < options.to).toBe(true)
        const hours = (session.endedAt.getTime() - session.startedAt.getTime()) / 3_600_000
        const mostW = session.connector.ordinal === 1 ? 60_000 : 22_000
        expect(session.meterStopWh - session.meterStartWh).toBeLessThanOrEqual(mostW * hours + 1)
        if (session.token) {
          expect(session.plugAt >= (cards.get(session.token) ?? options.from)).toBe(true)
          cards.set(session.token, session.unplugAt)
        }
        expect(session.remote).toBe(session.token === null)
        plugs.set(key, { until: session.unplugAt, registerWh: session.meterStopWh })
      }
      for (const [key, { registerWh }] of plugs) {
        const [id = '', ordinal] = key.split('/')
        expect(registers.get(id)?.[Number(ordinal) - 1]).toBe(registerWh)
      }
    }),
    { numRuns: 12 },
  )
})

test('two weeks look like two weeks: about the requested number of sessions, more by day, most of them with energy', () => {
  const { sessions } = history()
  expect(sessions.length).toBeGreaterThan(4 * 14 * 5 * 0.4)
  expect(sessions.length).toBeLessThan(4 * 14 * 5 * 1.6)
  const hourOf = (at: Date) => (at.getUTCHours() + 1) % 24
  const night = sessions.filter(({ startedAt }) => hourOf(startedAt) < 5)
  expect(night.length).toBeLessThan(sessions.length * 0.12)
  const rich = sessions.filter(({ meterStartWh, meterStopWh }) => meterStopWh - meterStartWh > 3_000)
  expect(rich.length).toBeGreaterThan(sessions.length * 0.75)
  expect(new Set(sessions.map(({ reason }) => reason)).size).toBeGreaterThan(2)
  expect(history()).toEqual(history())
})
