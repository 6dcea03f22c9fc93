import type { bulkCommandBody } from '@stationmaster/contract'
import { protocols } from '@stationmaster/ocpp'
import type { z } from 'zod'
import { Failure } from '../../../platform/http/failure.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'
import { masked } from '../../../platform/watching/masked.ts'
import { checkMessage } from '../commands/each/message.ts'

export type Command = z.output<typeof bulkCommandBody>

/** Checks a message before it is sent to any station; throws station.unsupported, station.message_invalid. */
export function checkCommand(command: Command): void {
  if (command.kind !== 'message') return
  const protocol = protocols.find((one) => one === command.protocol)
  if (!protocol) throw new Failure('station.unsupported', { protocol: command.protocol })
  checkMessage(protocol, command.action, command.payload)
}

/** A command as it is stored: without its secrets, and the whole of it sealed where it has secrets. */
export function keepCommand(
  secretKey: string,
  command: Command,
): { command: Command; sealedCommand: string | null } {
  const maskedCommand = masked(command) as Command
  const hasNoSecrets = JSON.stringify(maskedCommand) === JSON.stringify(command)
  return { command: maskedCommand, sealedCommand: hasNoSecrets ? null : seal(secretKey, command) }
}

/** A stored command as it was given. */
export const openCommand = (
  secretKey: string,
  { command, sealed_command: sealed }: { command: unknown; sealed_command: string | null },
): Command => (sealed === null ? (command as Command) : unseal<Command>(secretKey, sealed))
