import { type CommandWriters, writtenBy } from '../../commands/actions.ts'
import type { SingleCommand } from '../../station-command.ts'
import { cards } from './cards.ts'
import { certificates } from './certificates.ts'
import { charging } from './charging.ts'
import { files } from './files.ts'
import { limits } from './limits.ts'
import { settings } from './settings.ts'
import { station } from './station.ts'

const noDisplay = () => ({ unsupported: 'ocpp1.6 has no words for a display' })
const noTariffs = () => ({ unsupported: 'ocpp1.6 has no tariffs at the station' })
const noVariables = () => ({ unsupported: 'ocpp1.6 has no variables of components' })

const writers: CommandWriters = {
  ...charging,
  ...station,
  ...settings,
  ...files,
  ...cards,
  ...limits,
  ...certificates,
  displays: noDisplay,
  show_text: noDisplay,
  hide_text: noDisplay,
  show_cost: noDisplay,
  texts: noDisplay,
  web_payment: () => ({ unsupported: 'ocpp1.6 has no word for payments on the web' }),
  tariff_abilities: noTariffs,
  set_tariff: noTariffs,
  clear_tariffs: noTariffs,
  change_tariff: noTariffs,
  prioritize: () => ({ unsupported: 'ocpp1.6 has no priority charging' }),
  report: noVariables,
  monitors: noVariables,
  watch: noVariables,
  unwatch: noVariables,
  monitoring_base: noVariables,
  monitoring_level: noVariables,
  streams: noVariables,
  adjust_stream: noVariables,
  raw: ({ action, payload }) => ({ action, payload }),
}

/** The 1.6 call of a command; a connector is named by its ordinal. */
export const writeCommand = (command: SingleCommand) => writtenBy(writers, command)
