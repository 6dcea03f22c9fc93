import { type CommandWriters, writtenBy } from '../../commands/actions.ts'
import type { SingleCommand } from '../../station-command.ts'
import { cards } from './cards.ts'
import { certificates } from './certificates.ts'
import { charging } from './charging.ts'
import { displays } from './displays.ts'
import { files } from './files.ts'
import { limits } from './limits.ts'
import { monitoring } from './monitoring.ts'
import { settings } from './settings.ts'
import { station } from './station.ts'

const noTariffs = () => ({ unsupported: 'ocpp2.0.1 has no tariffs at the station' })

const noStreams = () => ({ unsupported: 'ocpp2.0.1 has no streams of events' })

const writers: CommandWriters = {
  ...charging,
  ...station,
  ...settings,
  ...monitoring,
  ...displays,
  ...files,
  ...cards,
  ...limits,
  ...certificates,
  web_payment: () => ({ unsupported: 'ocpp2.0.1 has no word for payments on the web' }),
  tariff_abilities: noTariffs,
  set_tariff: noTariffs,
  clear_tariffs: noTariffs,
  change_tariff: noTariffs,
  streams: noStreams,
  adjust_stream: noStreams,
  prioritize: () => ({ unsupported: 'ocpp2.0.1 has no priority charging' }),
  raw: ({ action, payload }) => ({ action, payload }),
}

/** The call of a command; a connector is named by its EVSE. */
export const writeCommand = (command: SingleCommand) => writtenBy(writers, command)
