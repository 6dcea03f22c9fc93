import type { Call } from './actions.ts'
import type { ConnectorRef } from './station-event.ts'

/** The unit of a charging limit. */
export type LimitUnit = 'A' | 'W'

/** Whom a root certificate vouches for. */
export type CertificateUse = 'central_system' | 'manufacturer'

/** What names an installed certificate. */
export interface CertificateHashes {
  hashAlgorithm: string
  issuerNameHash: string
  issuerKeyHash: string
  serialNumber: string
}

/** Work that an operator gives a station, in no version's words; it goes out as a raw command. */
export type StationTask =
  | { task: 'configure'; component?: string; name: string; value: string }
  /** the station brings a file to `location` */
  | { task: 'log'; kind: 'diagnostics' | 'security'; location: string; requestId: number }
  | { task: 'firmware'; location: string; retrieveAt: Date; requestId: number }
  /** status null: the token leaves the list */
  | {
      task: 'list'
      version: number
      full: boolean
      entries: readonly { token: string; status: 'Accepted' | 'Blocked' | null }[]
    }
  | { task: 'list_version' }
  /** at nothing: what the whole station may draw; else the default of every transaction there */
  | {
      task: 'limit'
      profileId: number
      at?: ConnectorRef
      unit: LimitUnit
      limit: number
      from: Date
      durationSeconds?: number
    }
  | { task: 'clear_limit'; profileId: number }
  | { task: 'schedule'; at?: ConnectorRef; durationSeconds: number; unit: LimitUnit }
  | { task: 'certificates'; use: CertificateUse }
  | { task: 'install_certificate'; use: CertificateUse; certificate: string }
  | { task: 'delete_certificate'; hashes: CertificateHashes }
  | { task: 'clear_cache' }
  | { task: 'reserve'; at: ConnectorRef; token: string; reservationId: number; until: Date }
  | { task: 'cancel_reservation'; reservationId: number }

/** What an answer to a task tells beyond its status. */
export interface TaskFindings {
  /** where the version tells it elsewhere than at the top */
  status?: string
  fileName?: string
  listVersion?: number
  certificates?: CertificateHashes[]
  /** the limits that will rule, each from so many seconds after `from` on */
  schedule?: { from: Date; unit: LimitUnit; periods: { startSeconds: number; limit: number }[] }
}

/** A version's way to give tasks, and to read what came of them. */
export interface TaskTranslator {
  write(task: StationTask): Call | { unsupported: string }
  read(task: StationTask, payload: Record<string, unknown>): TaskFindings
}
