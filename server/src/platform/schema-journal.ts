import type { LogLevel } from '@stationmaster/contract'
import type { Generated } from 'kysely'
import type { Maybe } from './schema-columns.ts'

export interface FramesTable {
  id: Generated<number>
  at: Date
  station_id: string
  direction: 'in' | 'out'
  message_type: number
  message_id: Maybe<string>
  action: Maybe<string>
  frame: string
  order_id: Maybe<number>
  remarks: Maybe<string>
  repeats: Generated<number>
}

export interface ControllerLogsTable {
  id: Generated<number>
  at: Date
  station_id: string
  connector: Maybe<number>
  level: LogLevel
  source: 'vendor' | 'security' | 'upload'
  text: string
}

export interface ControllerLogClearsTable {
  manager_id: number
  station_id: string
  cleared_at: Date
}
