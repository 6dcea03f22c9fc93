import type { bulkCommandBody } from '@stationmaster/contract'
import { protocols } from '@stationmaster/ocpp'
import type { z } from 'zod'
import { Failure } from '../../../platform/http/failure.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'
import { masked } from '../../../platform/watching/masked.ts'
import { checkMessage } from '../commands/each/message.ts'

export type Command = z.output<typeof bulkCommandBody>

/** Throws what a message breaks already here, before any station is asked: station.unsupported, station.message_invalid. */
export function checkCommand(command: Command): void {
  if (command.kind !== 'message') return
  const protocol = protocols.find((one) => one === command.protocol)
  if (!protocol) throw new Failure('station.unsupported', { protocol: command.protocol })
  checkMessage(protocol, command.action, command.payload)
}

/** A command as it is kept: what may be shown, and all of it sealed where that is less. */
export function keepCommand(
  secretKey: string,
  command: Command,
): { command: Command; sealedCommand: string | null } {
  const shown = masked(command) as Command
  const whole = JSON.stringify(shown) === JSON.stringify(command)
  return { command: shown, sealedCommand: whole ? null : seal(secretKey, command) }
}

/** A kept command as it was given. */
export const openCommand = (
  secretKey: string,
  { command, sealed_command: sealed }: { command: unknown; sealed_command: string | null },
): Command => (sealed === null ? (command as Command) : unseal<Command>(secretKey, sealed))
