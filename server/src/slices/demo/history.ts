import type { StationEvent } from '@stationmaster/ocpp'
import { type HistorySession, type HistoryStation, sessionsOf } from '@stationmaster/simulator'
import { DAY_MS, dayOf, MINUTE_MS } from '@stationmaster/units'
import type { Progress } from '../../platform/start-report.ts'
import type { Incoming } from '../intake/batch.ts'
import type { Intake } from '../intake/intake.ts'
import type { Period } from './incidents.ts'

const batchMost = 600

export interface HistoryPlan {
  stations: HistoryStation[]
  tokens: string[]
  timeZone: string
  now: Date
  days: number
  perStationPerDay: number
  /** the card of the till at a station, by the station's id: some drivers pay there */
  tills: ReadonlyMap<string, string>
  /** since when stations are away, by their ids: what would not have ended there by then does not begin */
  gone: ReadonlyMap<string, Date>
}

/** of the sessions at a station with a till, one in so many is paid there */
const tillEvery = 3

function* pastSessions(plan: HistoryPlan) {
  const sessions = sessionsOf({
    stations: plan.stations,
    from: new Date(plan.now.getTime() - plan.days * DAY_MS),
    to: new Date(plan.now.getTime() - 15 * MINUTE_MS),
    perStationPerDay: plan.perStationPerDay,
    seed: 'demo',
    timeZone: plan.timeZone,
    tokens: plan.tokens,
    remoteShare: 0,
  })
  for (const session of sessions)
    if (session.unplugAt < (plan.gone.get(session.stationId) ?? plan.now)) yield session
}

/** When cars will stand at each station, by its id. */
export function busyTimes(plan: HistoryPlan): Map<string, Period[]> {
  const busy = new Map<string, Period[]>()
  for (const { stationId, startedAt, unplugAt } of pastSessions(plan)) {
    const own = busy.get(stationId) ?? []
    own.push({ from: startedAt, to: unplugAt })
    busy.set(stationId, own)
  }
  return busy
}

/**
 * Lets past sessions happen: each becomes the events that its station would have sent, taken in order of time by the same
 * intake as live ones, many in a transaction; `others` are what stations said besides. Resolves with the count of sessions.
 */
export async function replayHistory(
  intake: Intake,
  plan: HistoryPlan,
  others: readonly Incoming[],
  progress: Progress,
): Promise<number> {
  const sessions = pastSessions(plan)
  const from = plan.now.getTime() - plan.days * DAY_MS
  let count = 0
  const pending: Incoming[] = [...others]
  for (let next = sessions.next(); !next.done; next = sessions.next()) {
    count += 1
    for (const incoming of eventsOf(next.value, count, plan.tills)) insertByTime(pending, incoming)
    const certain = next.value.startedAt
    if (pending.length >= 2 * batchMost) await takeUntil(intake, pending, certain, plan.timeZone)
    progress(certain.getTime() - from, plan.now.getTime() - from)
  }
  while (pending.length > 0) await takeUntil(intake, pending, plan.now, plan.timeZone)
  return count
}

/** Takes what lies before an instant, in batches that do not cross a business day. */
async function takeUntil(intake: Intake, pending: Incoming[], until: Date, timeZone: string): Promise<void> {
  while (pending.length > 0 && pending[0]!.receivedAt <= until) {
    const day = dayOf(pending[0]!.receivedAt, timeZone)
    let count = 0
    while (count < Math.min(batchMost, pending.length)) {
      const { receivedAt } = pending[count]!
      if (receivedAt > until || dayOf(receivedAt, timeZone) !== day) break
      count += 1
    }
    const batch = pending.splice(0, count)
    await intake.takeAll(batch, batch.at(-1)!.receivedAt)
  }
}

function insertByTime(pending: Incoming[], incoming: Incoming): void {
  let [from, to] = [0, pending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (pending[middle]!.receivedAt > incoming.receivedAt) to = middle
    else from = middle + 1
  }
  pending.splice(from, 0, incoming)
}

function eventsOf(session: HistorySession, number: number, tills: HistoryPlan['tills']): Incoming[] {
  const { stationId, connector, startedAt, endedAt, unplugAt } = session
  const token = (number % tillEvery === 0 ? tills.get(stationId) : undefined) ?? session.token
  const transactionId = `H${number}`
  const card = token === null ? undefined : { token, type: 'ISO14443' }
  const at = (receivedAt: Date, event: StationEvent): Incoming => ({ stationId, receivedAt, event })
  return [
    at(startedAt, {
      type: 'charging.started',
      at: connector,
      ...(card ? { token: card } : {}),
      transactionId,
      meterWh: session.meterStartWh,
      happenedAt: startedAt,
      samples: [],
      offline: false,
      charging: true,
    }),
    ...session.samples.map((sample) =>
      at(sample.at, {
        type: 'meter.sampled',
        at: connector,
        transactionId,
        samples: [
          {
            at: sample.at,
            context: 'Sample.Periodic',
            energyWh: sample.energyWh,
            powerW: sample.powerW,
            ...(sample.soc === undefined ? {} : { soc: sample.soc }),
            raw: [],
          },
        ],
        happenedAt: sample.at,
        offline: false,
      }),
    ),
    at(startedAt, { type: 'connector.changed', at: connector, state: 'Charging', happenedAt: startedAt }),
    at(endedAt, {
      type: 'charging.ended',
      transactionId,
      at: connector,
      meterWh: session.meterStopWh,
      happenedAt: endedAt,
      samples: [],
      reason: session.reason,
      offline: false,
    }),
    at(endedAt, { type: 'connector.changed', at: connector, state: 'Finishing', happenedAt: endedAt }),
    at(unplugAt, { type: 'connector.changed', at: connector, state: 'Available', happenedAt: unplugAt }),
  ]
}
