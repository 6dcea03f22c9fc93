import type { Version } from './commands/actions.ts'
import { type Protocol, protocols } from './protocol.ts'
import type { SingleCommand } from './station-command.ts'
import { v21 } from './v2/v21/version.ts'
import { v201 } from './v2/v201/version.ts'
import { v16 } from './v16/version.ts'

/** The versions that we speak: the one place where they meet. */
export const versions: Readonly<Record<Protocol, Version>> = {
  'ocpp1.6': v16,
  'ocpp2.0.1': v201,
  'ocpp2.1': v21,
}

/** The versions that have a word for a command. */
export const protocolsFor = (command: SingleCommand): readonly Protocol[] =>
  protocols.filter((protocol) => !('unsupported' in versions[protocol].writeCommand(command)))
