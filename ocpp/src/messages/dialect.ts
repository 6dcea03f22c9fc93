import type { Protocol } from '../protocol.ts'
import { writeCall } from '../socket/frames.ts'
import type { SingleCommand } from '../station-command.ts'
import type { SettingsReading, StationSetting } from '../station-event.ts'
import { versions } from '../versions.ts'
import { record } from './reading.ts'

/** What a version makes of the neutral language, without sending anything. */

export const readSettings = (protocol: Protocol, settings: readonly StationSetting[]): SettingsReading =>
  versions[protocol].readSettings(settings)

/** Whether a limit or a reservation of a version is for one connector; else it is for the whole EVSE. */
export const namesConnectors = (protocol: Protocol): boolean => versions[protocol].namesConnectors

/** Whether a version has words for a command. */
export const knows = (protocol: Protocol, command: SingleCommand): boolean =>
  !('unsupported' in versions[protocol].writeCommand(command))

/** The bytes that a station may sign in with after it received this password. */
export const passwordReadings = (protocol: Protocol, password: string): readonly Uint8Array[] =>
  versions[protocol].passwordReadings(password)

/** The word in which an answer of any version says yes or no; null where it has none. */
export function wordOf(payload: unknown): string | null {
  const said = record(payload)
  const words = [said, record(said.idTagInfo), record(said.idTokenInfo)].map(({ status }) => status)
  return words.find((word) => typeof word === 'string') ?? null
}

const anId = '#'.repeat(36)

/** The frame of a command; null where the version has no such command. */
export function frameOf(protocol: Protocol, command: SingleCommand): string | null {
  const call = versions[protocol].writeCommand(command)
  return 'unsupported' in call ? null : writeCall(anId, call.action, call.payload)
}

/** The length of a command's frame, in bytes; 0 where the version has no such command. */
export const frameBytesOf = (protocol: Protocol, command: SingleCommand): number =>
  Buffer.byteLength(frameOf(protocol, command) ?? '')
