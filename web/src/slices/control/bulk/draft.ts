import {
  type BulkCommand,
  bulkCommandBody,
  type CertificateUse,
  wholeStationProfileId,
} from '@stationmaster/contract'

/** The commands as people choose them. */
export const commandGroups = {
  control: ['reset_soft', 'reset_hard', 'in_operation', 'out_of_operation', 'trigger', 'clear_cache'],
  setup: ['configure', 'limit', 'clear_limit', 'firmware', 'install_certificate', 'trusted_roots'],
  data: ['log', 'send_list'],
  expert: ['message'],
} as const
export type CommandName = (typeof commandGroups)[keyof typeof commandGroups][number]

export const commandNames: readonly CommandName[] = Object.values(commandGroups).flatMap((names) => [
  ...names,
])

/** The fields of all tasks, by their names in the contract; '' where an optional one is empty. */
export interface TaskDraft {
  message: string
  component: string
  name: string
  value: string
  limit: number | ''
  unit: string
  duration_minutes: number | ''
  /** '': the whole station */
  evse: number | ''
  /** '': the only one of its EVSE */
  connector: number | ''
  location: string
  certificate: string
  use: CertificateUse
  kind: 'diagnostics' | 'security'
  full: boolean
}

/** What people have filled in for all commands: nothing is lost when they choose another command. */
export interface Draft {
  name: CommandName | null
  task: TaskDraft
  protocol: string | null
  action: string | null
  payload: Record<string, unknown> | null
}

export const emptyDraft: Draft = {
  name: null,
  task: {
    message: 'StatusNotification',
    component: '',
    name: '',
    value: '',
    limit: 16,
    unit: 'A',
    duration_minutes: '',
    evse: '',
    connector: '',
    location: '',
    certificate: '',
    use: 'central_system',
    kind: 'diagnostics',
    full: true,
  },
  protocol: null,
  action: null,
  payload: null,
}

/** The command that a draft is, or null while something is missing or wrong. */
export function commandOf(draft: Draft): BulkCommand | null {
  const parsed = bulkCommandBody.safeParse(bodyOf(draft))
  return parsed.success ? parsed.data : null
}

function bodyOf({ name, task, protocol, action, payload }: Draft): unknown {
  switch (name) {
    case null:
      return null
    case 'reset_soft':
    case 'reset_hard':
      return { kind: 'reset', hard: name === 'reset_hard' }
    case 'in_operation':
    case 'out_of_operation':
      return { kind: 'availability', operative: name === 'in_operation' }
    case 'message':
      return { kind: 'message', protocol, action, payload }
    default:
      return { kind: 'task', task: taskOf(name, task) }
  }
}

/** The fields of all tasks; the contract keeps those of this task. */
function taskOf(name: CommandName, { evse, connector, component, duration_minutes, ...rest }: TaskDraft) {
  const optional = {
    evse,
    connector: evse === '' ? '' : connector,
    component: component.trim(),
    duration_minutes,
  }
  const filledIn = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== ''))
  return { task: name, profile_id: wholeStationProfileId, ...rest, ...filledIn }
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
      // every task is a command
      return commandNames.find((name) => name === command.task.task)!
  }
}
