import type { ConnectorState, StationEvent } from '@stationmaster/ocpp'
import { type HistorySession, type HistoryStation, sessionsOf } from '@stationmaster/simulator'
import { DAY_MS, dayOf, last, MINUTE_MS } from '@stationmaster/units'
import { groupBy } from '../../../../platform/general/group-by.ts'
import type { Progress } from '../../../../platform/watching/start-report.ts'
import type { Incoming } from '../../../control/intake/batch.ts'
import type { Intake } from '../../../control/intake/intake.ts'
import { contractsByCard, pluggingStations } from '../contracts.ts'
import type { Period } from './incidents.ts'
import { signedIn } from './signing.ts'

export interface HistoryPlan {
  stations: HistoryStation[]
  tokens: string[]
  timeZone: string
  now: Date
  days: number
  perStationPerDay: number
  /** the card of the till at a station, by the station's id; some drivers pay at the till */
  tills: ReadonlyMap<string, string>
  /** when stations were switched off, by their ids: a session that would end later is left out */
  gone: ReadonlyMap<string, Date>
}

/** a transaction costs as much for its statements as for fifty sessions in it; twice as many days bring nothing more */
const daysTogether = 16
/** at a station with a till, every third session is paid there */
const sessionsPerTillPayment = 3

/** The sessions of the past, ordered by their starts. */
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

/** When cars are plugged in at each station, by its id. */
export function busyTimes(sessions: readonly HistorySession[]): Map<string, Period[]> {
  const periodOf = ({ startedAt, unplugAt }: HistorySession) => ({ from: startedAt, to: unplugAt })
  return new Map(
    [...groupBy(sessions, ({ stationId }) => stationId)].map(([id, own]) => [id, own.map(periodOf)]),
  )
}

/**
 * Replays past sessions: each becomes the events that its station would have sent, and goes through the same intake as live events. One
 * transaction holds a few business days with all sessions that end on them, so that each is written once, as it ended. `others` are the
 * other events of stations.
 */
export async function replayHistory(
  intake: Intake,
  sessions: readonly HistorySession[],
  others: readonly Incoming[],
  plan: Pick<HistoryPlan, 'timeZone' | 'tills' | 'now'>,
  progress: Progress,
): Promise<void> {
  const days = daysOf(sessions, others, plan)
  for (let done = 0; done < days.length; done += daysTogether) {
    const incoming = days.slice(done, done + daysTogether).flat()
    await intake.takeAll(incoming, last(incoming).receivedAt)
    progress(Math.min(done + daysTogether, days.length), days.length)
  }
}

/** The events of each day, ordered by time. */
function daysOf(
  sessions: readonly HistorySession[],
  others: readonly Incoming[],
  { timeZone, tills, now }: Pick<HistoryPlan, 'timeZone' | 'tills' | 'now'>,
): Incoming[][] {
  const dated = [
    ...others.map((incoming) => ({ incoming, at: incoming.receivedAt })),
    ...sessions.flatMap((session, index) => eventsOf(session, index + 1, { tills, now })),
  ]
  const days = groupBy(dated, ({ at }) => dayOf(at, timeZone))
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, events]) =>
      events
        .map(({ incoming }) => incoming)
        .toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()),
    )
}

/** The events of a session, each with the instant at which it is replayed: those before the end are replayed at the end. */
function eventsOf(
  session: HistorySession,
  number: number,
  { tills, now }: Pick<HistoryPlan, 'tills' | 'now'>,
): { incoming: Incoming; at: Date }[] {
  const { stationId, connector, startedAt, endedAt, unplugAt } = session
  const transactionId = `H${number}`
  const signed = signedIn(session, now)
  const card = cardOf(session, number, tills)
  const message = (receivedAt: Date, event: StationEvent, at = endedAt) => ({
    incoming: { stationId, receivedAt, event },
    at,
  })
  const statusChange = (happenedAt: Date, state: ConnectorState) =>
    message(happenedAt, { type: 'connector.changed', at: connector, state, happenedAt }, happenedAt)
  return [
    message(startedAt, {
      type: 'charging.started',
      at: connector,
      ...(card && { token: card }),
      transactionId,
      meterWh: session.meterStartWh,
      happenedAt: startedAt,
      samples: [],
      ...signed.begin,
      offline: false,
      charging: true,
    }),
    ...session.samples.map((sample) =>
      message(sample.at, {
        type: 'meter.sampled',
        at: connector,
        transactionId,
        samples: [sampleOf(sample)],
        happenedAt: sample.at,
        offline: false,
      }),
    ),
    statusChange(startedAt, 'Charging'),
    message(endedAt, {
      type: 'charging.ended',
      transactionId,
      at: connector,
      meterWh: session.meterStopWh,
      happenedAt: endedAt,
      samples: [],
      ...signed.end,
      reason: session.reason,
      offline: false,
    }),
    statusChange(endedAt, 'Finishing'),
    statusChange(unplugAt, 'Available'),
  ]
}

/** What its driver shows: a card, that of a till now and then, or the contract of a car that is plugged in; undefined: nothing. */
function cardOf({ stationId, token: own }: HistorySession, number: number, tills: HistoryPlan['tills']) {
  const token = (number % sessionsPerTillPayment === 0 ? tills.get(stationId) : undefined) ?? own
  if (!token) return undefined
  const contract = pluggingStations.has(stationId) ? contractsByCard.get(token) : undefined
  return contract === undefined ? { token, type: 'ISO14443' } : { token: contract, type: 'eMAID' }
}

const sampleOf = ({ at, energyWh, powerW, soc }: HistorySession['samples'][number]) => ({
  at,
  context: 'Sample.Periodic' as const,
  energyWh,
  powerW,
  ...(soc !== undefined && { soc }),
  raw: [],
})
