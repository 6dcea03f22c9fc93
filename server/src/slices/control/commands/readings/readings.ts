import { createHash } from 'node:crypto'
import type { ReadingsAnswer, ReportedVariable, StationReadings } from '@stationmaster/contract'
import {
  knows,
  type Protocol,
  readSettings,
  type SingleCommand,
  type StationSetting,
} from '@stationmaster/ocpp'
import type { Caller } from '../../../../platform/http/caller.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { listRunning } from '../../../charging/orders/measuring/running-store.ts'
import type { KnownStation } from '../../../stations/stations/connecting/traffic-store.ts'
import {
  findConfiguration,
  findFetchedAt,
} from '../../../stations/stations/description/configuration-store.ts'
import {
  findProtocol,
  findReading,
  listReadingStamps,
  type Reading,
  type ReadingKind,
} from '../../tasks/reading-store.ts'
import type { CommandParts } from '../parts.ts'
import { findVisibleStation } from '../target.ts'
import { changedBetween, isUnderWay, watchableOf } from './reading-rules.ts'

const requestId = 0
const commands: Record<ReadingKind, SingleCommand> = {
  texts: { type: 'texts', requestId },
  report: { type: 'report', requestId, criteria: [] },
  monitors: { type: 'monitors', requestId },
}

/**
 * A station's last answers about texts, variables and monitors, where its version has them. They are not read where nothing has
 * changed `since` the version of an earlier answer. Throws station.not_found.
 */
export async function viewReadings(
  parts: Pick<CommandParts, 'db' | 'stations' | 'clock'>,
  caller: Caller,
  stationId: string,
  since: string | undefined,
): Promise<ReadingsAnswer> {
  const { db, stations, clock } = parts
  const station = await findVisibleStation(db, caller, stationId)
  if (!station) throw new Failure('station.not_found')
  const link = await stations.find(stationId)
  const protocol = link?.protocol ?? (await findProtocol(db, stationId))
  const viewed: Viewed = { station, protocol, online: link !== undefined, now: clock.now() }
  const version = await versionOf(db, viewed)
  return { version, readings: version === since ? null : await loadReadings(db, viewed) }
}

/** The station whose readings are viewed, and when. */
interface Viewed {
  station: KnownStation
  protocol: Protocol | null
  online: boolean
  now: Date
}

/** Changes with anything in a station's readings. It is read before them, so that they are never older than the version says. */
async function versionOf(db: Db, { station, protocol, online, now }: Viewed): Promise<string> {
  const [stamps, settingsAt, running] = await Promise.all([
    listReadingStamps(db, station.id),
    findFetchedAt(db, station.id),
    listRunning(db, station.id),
  ])
  const of = {
    protocol,
    online,
    settingsAt,
    timeZone: station.timeZone,
    stamps: stamps.map((stamp) => ({ ...stamp, awaits: isUnderWay(stamp, now) })),
    running: running.toSorted((one, other) => one.id - other.id),
    evses: station.connectors.map(({ id, evse }) => [id, evse]),
  }
  return createHash('sha1').update(JSON.stringify(of)).digest('base64url')
}

async function loadReadings(db: Db, viewed: Viewed): Promise<StationReadings> {
  const { station, protocol, online, now } = viewed
  const stationId = station.id
  const offered = (kind: ReadingKind) => protocol !== null && knows(protocol, commands[kind])
  const [configuration, texts, report, monitors] = await Promise.all([
    findConfiguration(db, stationId),
    findReading(db, stationId, 'texts'),
    findReading(db, stationId, 'report'),
    findReading(db, stationId, 'monitors'),
  ])
  const settings = configuration?.settings ?? []
  return {
    online,
    time_zone: station.timeZone,
    texts: offered('texts') ? await textsOf(db, viewed, texts, settings) : null,
    report: offered('report')
      ? {
          ...progressOf(report, now),
          question: report?.answered ?? null,
          count: report?.items.length ?? 0,
          earlier_at: report?.earlierAt?.toISOString() ?? null,
          changed: changedBetween(report?.earlier ?? [], report?.items ?? []),
        }
      : null,
    monitors: offered('monitors')
      ? {
          ...progressOf(monitors, now),
          items: (monitors?.items ?? []).map(({ monitorId, ...watched }) => ({
            monitor_id: monitorId,
            ...watched,
            // without monitors there are no items
            own: monitors!.own.includes(monitorId),
          })),
          watchable: watchableOf([...settings, ...(report?.items ?? [])]).map(variableOf),
        }
      : null,
  }
}

/** The variables of a station's last report; throws station.not_found. */
export async function viewReport(db: Db, caller: Caller, stationId: string): Promise<ReportedVariable[]> {
  if (!(await findVisibleStation(db, caller, stationId))) throw new Failure('station.not_found')
  return ((await findReading(db, stationId, 'report'))?.items ?? []).map(variableOf)
}

function progressOf(
  reading: Pick<Reading<ReadingKind>, 'requestedAt' | 'awaits' | 'fetchedAt'> | null,
  now: Date,
) {
  return {
    asked_at: reading?.requestedAt.toISOString() ?? null,
    fetched_at: reading?.fetchedAt?.toISOString() ?? null,
    under_way: reading !== null && isUnderWay(reading, now),
  }
}

async function textsOf(
  db: Db,
  { station: { id, connectors }, protocol, now }: Viewed,
  reading: Reading<'texts'> | null,
  settings: readonly StationSetting[],
): Promise<NonNullable<StationReadings['texts']>> {
  const running = await listRunning(db, id)
  const { texts, formats, priorities } = (protocol && readSettings(protocol, settings).texts) ?? {}
  return {
    ...progressOf(reading, now),
    items: (reading?.items ?? []).map(({ textId, transactionId, ...text }) => ({
      text_id: textId,
      text: text.text,
      format: text.format,
      language: text.language ?? null,
      priority: text.priority,
      state: text.state ?? null,
      from: text.from ?? null,
      until: text.until ?? null,
      transaction_id: transactionId ?? null,
      order_id: running.find((one) => one.transactionId === (transactionId ?? ''))?.id ?? null,
      evse: text.evse ?? null,
    })),
    most: texts ?? null,
    formats: formats ?? null,
    priorities: priorities ?? null,
    sessions: running.flatMap(({ id: order_id, connectorId, transactionId }) => {
      const connector = connectors.find((one) => one.id === connectorId)
      return connector && transactionId !== null ? [{ order_id, evse: connector.evse }] : []
    }),
  }
}

const variableOf = ({ component, name, value, unit }: StationSetting): ReportedVariable => ({
  component: component ?? '',
  name,
  value: value ?? null,
  unit: unit ?? null,
})
