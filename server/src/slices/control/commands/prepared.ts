import type { StationTaskAnswer, StationTaskBody } from '@stationmaster/contract'
import type { CommandFindings, StationCommand } from '@stationmaster/ocpp'
import type { KnownStation } from '../../stations/stations/connecting/traffic-store.ts'
import type { Commander, CommandParts } from './parts.ts'

export interface TaskParts extends CommandParts {
  baseUrl(): string
  /** keys stations' passwords */
  secretKey: string
  /** where stations connect over TLS, without their ids; null: nowhere that we know of */
  secureUrl(): string | null
  /** whether certificates of stations are looked at */
  certificates: boolean
  /** the group whose cards end any transaction and begin none */
  masterPassGroup: string | null
  /** whether stations' certificates are signed here */
  signs: boolean
  /** whether a contract provider signs what stations show to cars */
  signsForCars: boolean
}

/** What a task sends, and what is kept once the station has answered. */
export interface Prepared {
  sends: StationCommand
  answered?: (accepted: boolean, status: string, findings: CommandFindings) => Promise<unknown>
  tells?: (findings: CommandFindings) => Partial<StationTaskAnswer>
}

export type BodyOf<T extends StationTaskBody['task']> = Extract<StationTaskBody, { task: T }>
export type SingleTask = Exclude<
  StationTaskBody['task'],
  'send_list' | 'clear_limits' | 'trusted_roots' | 'renew_password' | 'raise_profile' | 'move'
>

export type Preparing = {
  [T in SingleTask]: (
    parts: TaskParts,
    commander: Commander,
    station: KnownStation,
    body: BodyOf<T>,
  ) => Prepared | Promise<Prepared>
}
