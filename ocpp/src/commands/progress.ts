import type * as Messages16 from '../generated/types16.ts'
import type * as Messages201 from '../generated/types201.ts'
import type { CommandOutcome } from '../station-command.ts'

/** How far work of a station is that goes on after its answer. */
export type WorkOutcome = 'under_way' | 'done' | 'failed'

/** The words for an upload, of all versions. */
type UploadWord =
  | Messages16.DiagnosticsStatusNotification['status']
  | Messages16.LogStatusNotification['status']
  | Messages201.LogStatusNotification['status']

const uploads: Record<UploadWord, WorkOutcome> = {
  Idle: 'under_way',
  Uploading: 'under_way',
  Uploaded: 'done',
  UploadFailed: 'failed',
  UploadFailure: 'failed',
  BadMessage: 'failed',
  NotSupportedOperation: 'failed',
  PermissionDenied: 'failed',
  // another one took its place
  AcceptedCanceled: 'failed',
}

/** The words for an update, of all versions: under way, in the answer of a station that refuses it, and without an answer. */
type FirmwareWord =
  | Messages16.FirmwareStatusNotification['status']
  | Messages16.SignedFirmwareStatusNotification['status']
  | Messages201.FirmwareStatusNotification['status']
  | Messages16.SignedUpdateFirmwareResponse['status']
  | Messages201.UpdateFirmwareResponse['status']
  | Exclude<CommandOutcome['kind'], 'answered'>

const updates: Record<FirmwareWord, WorkOutcome> = {
  Idle: 'under_way',
  DownloadScheduled: 'under_way',
  Downloading: 'under_way',
  DownloadPaused: 'under_way',
  Downloaded: 'under_way',
  SignatureVerified: 'under_way',
  InstallScheduled: 'under_way',
  Installing: 'under_way',
  InstallRebooting: 'under_way',
  Installed: 'done',
  DownloadFailed: 'failed',
  InvalidSignature: 'failed',
  InstallationFailed: 'failed',
  InstallVerificationFailed: 'failed',
  Accepted: 'under_way',
  AcceptedCanceled: 'under_way',
  Rejected: 'failed',
  InvalidCertificate: 'failed',
  RevokedCertificate: 'failed',
  timeout: 'failed',
  disconnected: 'failed',
  no_path: 'failed',
  busy: 'failed',
  call_error: 'failed',
  unsupported: 'failed',
  not_accepted: 'failed',
}

const reader = (outcomes: Record<string, WorkOutcome>) => {
  const known = new Map(Object.entries(outcomes))
  return (word: string): WorkOutcome => known.get(word) ?? 'under_way'
}

/** What a station's word for an upload means; one of its own leaves it under way. */
export const uploadOutcomeOf = reader(uploads)

/** What a step of a firmware update means; a word of the station's own leaves it under way. */
export const firmwareOutcomeOf = reader(updates)
