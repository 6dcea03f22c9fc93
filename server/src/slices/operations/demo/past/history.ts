import type { ConnectorState, StationEvent } from '@stationmaster/ocpp'
import { type HistorySession, type HistoryStation, sessionsOf } from '@stationmaster/simulator'
import { DAY_MS, dayOf, MINUTE_MS } from '@stationmaster/units'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Progress } from '../../../../platform/watching/start-report.ts'
import type { Incoming } from '../../../control/intake/batch.ts'
import type { Intake } from '../../../control/intake/intake.ts'
import type { Period } from './incidents.ts'

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

/** The sessions of a past, in the order of their starts. */
export function pastSessions(plan: HistoryPlan): HistorySession[] {
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
  return [...sessions].filter(({ stationId, unplugAt }) => unplugAt < (plan.gone.get(stationId) ?? plan.now))
}

/** When cars stand at each station, by its id. */
export function busyTimes(sessions: readonly HistorySession[]): Map<string, Period[]> {
  const periodOf = ({ startedAt, unplugAt }: HistorySession) => ({ from: startedAt, to: unplugAt })
  return new Map(
    [...groupBy(sessions, ({ stationId }) => stationId)].map(([id, own]) => [id, own.map(periodOf)]),
  )
}

/**
 * Lets past sessions happen: each becomes the events that its station would have sent, taken by the same intake as live ones. A
 * transaction takes a business day: all of the sessions that end on it, so that each is written once, as it ended; `others` are
 * what stations said besides.
 */
export async function replayHistory(
  intake: Intake,
  sessions: readonly HistorySession[],
  others: readonly Incoming[],
  { timeZone, tills }: Pick<HistoryPlan, 'timeZone' | 'tills'>,
  progress: Progress,
): Promise<void> {
  const days = daysOf(sessions, others, { timeZone, tills })
  for (const [index, incoming] of days.entries()) {
    await intake.takeAll(incoming, incoming.at(-1)!.receivedAt)
    progress(index + 1, days.length)
  }
}

/** What is taken together, day by day, each in order of time. */
function daysOf(
  sessions: readonly HistorySession[],
  others: readonly Incoming[],
  { timeZone, tills }: Pick<HistoryPlan, 'timeZone' | 'tills'>,
): Incoming[][] {
  const dated = [
    ...others.map((incoming) => ({ incoming, at: incoming.receivedAt })),
    ...sessions.flatMap((session, index) => eventsOf(session, index + 1, tills)),
  ]
  const days = groupBy(dated, ({ at }) => dayOf(at, timeZone))
  return [...days.keys()].toSorted().map((day) =>
    days
      .get(day)!
      .map(({ incoming }) => incoming)
      .toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()),
  )
}

/** What a station says of a session, each with the instant by which it is taken: until its end all at its end. */
function eventsOf(
  session: HistorySession,
  number: number,
  tills: HistoryPlan['tills'],
): { incoming: Incoming; at: Date }[] {
  const { stationId, connector, startedAt, endedAt, unplugAt } = session
  const token = (number % tillEvery === 0 ? tills.get(stationId) : undefined) ?? session.token
  const transactionId = `H${number}`
  const card = token === null ? undefined : { token, type: 'ISO14443' }
  const said = (receivedAt: Date, event: StationEvent, at = endedAt) => ({
    incoming: { stationId, receivedAt, event },
    at,
  })
  const moved = (happenedAt: Date, state: ConnectorState) =>
    said(happenedAt, { type: 'connector.changed', at: connector, state, happenedAt }, happenedAt)
  return [
    said(startedAt, {
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
    ...session.samples.map(({ at, energyWh, powerW, soc }) =>
      said(at, {
        type: 'meter.sampled',
        at: connector,
        transactionId,
        samples: [
          {
            at,
            context: 'Sample.Periodic',
            energyWh,
            powerW,
            ...(soc === undefined ? {} : { soc }),
            raw: [],
          },
        ],
        happenedAt: at,
        offline: false,
      }),
    ),
    moved(startedAt, 'Charging'),
    said(endedAt, {
      type: 'charging.ended',
      transactionId,
      at: connector,
      meterWh: session.meterStopWh,
      happenedAt: endedAt,
      samples: [],
      reason: session.reason,
      offline: false,
    }),
    moved(endedAt, 'Finishing'),
    moved(unplugAt, 'Available'),
  ]
}
