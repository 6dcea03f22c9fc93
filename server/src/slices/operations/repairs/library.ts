import type { Repair } from '@stationmaster/contract'
import { firmwareOutcomeOf } from '@stationmaster/ocpp'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import type { Db } from '../../../platform/schema/schema.ts'
import { resetStation } from '../../control/commands/each/reset.ts'
import { endOrder } from '../../control/commands/outcome/end.ts'
import type { Commander } from '../../control/commands/parts.ts'
import type { TaskParts } from '../../control/commands/prepared.ts'
import { runTask } from '../../control/commands/tasks/run-task.ts'
import { listLimits } from '../../control/tasks/limit-store.ts'
import { findFirmwareUpdate } from '../../control/tasks/store.ts'
import type { KnownConnector, KnownStation } from '../../stations/stations/connecting/traffic-store.ts'
import { findPhantom } from './store/subject-store.ts'

/** so long a session must be silent at a free connector before it counts as lost */
const phantomMs = 10 * MINUTE_MS
/** the address of a file is good for a week; an older one would be refused */
const fileMs = 6 * DAY_MS

/** What a repair is about at a station. */
export interface Aim {
  station: KnownStation
  /** the incident's connector; null: of the whole station */
  connector: KnownConnector | null
}

/** One repair: what it needs to find at the station, and the command that does it, the same that people have. */
interface Means {
  /** what it is about; null: there is nothing to do */
  find(db: Db, aim: Aim, now: Date): Promise<string | number | null>
  run(parts: TaskParts, by: Commander, aim: Aim, found: string | number): Promise<unknown>
}

const placeOf = ({ connector }: Aim): { evse?: number; connector?: number } =>
  connector ? { evse: connector.evse, connector: connector.number } : {}

/** The repairs that there are; another is one more entry. */
export const library: Record<Repair, Means> = {
  reset: {
    find: async () => 'station',
    run: (parts, by, { station }) => resetStation(parts, by, station.id, false),
  },
  unlock: {
    find: async (_db, { connector }) => connector?.id ?? null,
    run: (parts, by, aim) => {
      const { evse = 1, connector } = placeOf(aim)
      const body = { task: 'unlock' as const, evse, ...(connector === undefined ? {} : { connector }) }
      return runTask(parts, by, aim.station.id, body)
    },
  },
  clear_limits: {
    find: async (db, { station }, now) => (await listLimits(db, station.id, now)).length || null,
    run: (parts, by, { station }) => runTask(parts, by, station.id, { task: 'clear_limits' }),
  },
  trigger_status: {
    find: async () => 'station',
    run: (parts, by, aim) =>
      runTask(parts, by, aim.station.id, { task: 'trigger', message: 'StatusNotification', ...placeOf(aim) }),
  },
  retry_firmware: {
    find: async (db, { station }, now) => {
      const update = await findFirmwareUpdate(db, station.id)
      const last = update?.steps.at(-1)?.status
      const isFresh = update !== undefined && now.getTime() - update.asked_at.getTime() < fileMs
      return isFresh && last !== undefined && firmwareOutcomeOf(last) === 'failed' ? update.location : null
    },
    run: (parts, by, { station }, location) =>
      runTask(parts, by, station.id, { task: 'firmware', location: String(location) }),
  },
  end_phantom: {
    find: async (db, { station }, now) =>
      (await findPhantom(db, station.id, new Date(now.getTime() - phantomMs))) ?? null,
    run: (parts, by, _aim, orderId) => endOrder(parts, by, Number(orderId), 'repair: lost by its station'),
  },
}
