import { type BulkCommand, bulkCommandBody, wholeStationProfileId } from '@stationmaster/contract'

/** The commands as people choose them. */
export const commandGroups = {
  control: ['reset_soft', 'reset_hard', 'in_operation', 'out_of_operation', 'trigger', 'clear_cache'],
  setup: ['configure', 'limit', 'clear_limit', 'firmware', 'install_certificate'],
  data: ['log', 'send_list'],
  expert: ['message'],
} as const
export type CommandName = (typeof commandGroups)[keyof typeof commandGroups][number]

export const commandNames: readonly CommandName[] = Object.values(commandGroups).flatMap((names) => [
  ...names,
])

/** What the fields of all commands hold, so that nothing is lost when another command is chosen. */
export interface Draft {
  name: CommandName | null
  message: string
  component: string
  setting: string
  value: string
  limit: number | string
  unit: string
  minutes: number | string
  /** '': the whole station */
  evse: number | string
  /** '': the only one of its EVSE */
  connector: number | string
  location: string
  certificate: string
  use: string
  log: string
  full: boolean
  protocol: string | null
  action: string | null
  payload: Record<string, unknown> | null
}

export const emptyDraft: Draft = {
  name: null,
  message: 'StatusNotification',
  component: '',
  setting: '',
  value: '',
  limit: 16,
  unit: 'A',
  minutes: '',
  evse: '',
  connector: '',
  location: '',
  certificate: '',
  use: 'central_system',
  log: 'diagnostics',
  full: true,
  protocol: null,
  action: null,
  payload: null,
}

/** The command that a draft is, or null while something is missing or wrong. */
export function commandOf(draft: Draft): BulkCommand | null {
  const parsed = bulkCommandBody.safeParse(bodyOf(draft))
  return parsed.success ? parsed.data : null
}

function bodyOf(draft: Draft): unknown {
  const task = (more: object) => ({ kind: 'task', task: { task: draft.name, ...more } })
  const { evse, connector } = draft
  const place = evse === '' ? {} : { evse, ...(connector === '' ? {} : { connector }) }
  switch (draft.name) {
    case 'reset_soft':
    case 'reset_hard':
      return { kind: 'reset', hard: draft.name === 'reset_hard' }
    case 'in_operation':
    case 'out_of_operation':
      return { kind: 'availability', operative: draft.name === 'in_operation' }
    case 'trigger':
      return task({ message: draft.message, ...place })
    case 'clear_cache':
      return task({})
    case 'configure':
      return task({
        name: draft.setting,
        value: draft.value,
        ...(draft.component.trim() === '' ? {} : { component: draft.component.trim() }),
      })
    case 'limit':
      return task({
        unit: draft.unit,
        limit: draft.limit,
        ...place,
        ...(draft.minutes === '' ? {} : { duration_minutes: draft.minutes }),
      })
    case 'clear_limit':
      return task({ profile_id: wholeStationProfileId, ...place })
    case 'firmware':
      return task({ location: draft.location })
    case 'install_certificate':
      return task({ use: draft.use, certificate: draft.certificate })
    case 'log':
      return task({ kind: draft.log })
    case 'send_list':
      return task({ full: draft.full })
    case 'message':
      return { kind: 'message', protocol: draft.protocol, action: draft.action, payload: draft.payload }
    case null:
      return null
  }
}

/** How a command is named where people choose it. */
export function nameOf(command: BulkCommand): CommandName {
  switch (command.kind) {
    case 'reset':
      return command.hard ? 'reset_hard' : 'reset_soft'
    case 'availability':
      return command.operative ? 'in_operation' : 'out_of_operation'
    case 'message':
      return 'message'
    case 'task':
      return commandNames.find((name) => name === command.task.task)!
  }
}
