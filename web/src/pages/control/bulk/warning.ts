import { type BulkCommand, hurtingSetting } from '@stationmaster/contract'

/** The warning before a command that may cost sessions, money or the connection; null for other commands. */
export function warningOf(
  command: BulkCommand,
  hurts: (action: string, payload: Record<string, unknown>) => boolean,
) {
  switch (command.kind) {
    case 'reset':
      return command.hard ? 'bulk.warning.hard' : null
    case 'availability':
      return command.operative ? null : 'stations.operation.offText'
    case 'message':
      return hurts(command.action, command.payload) ? 'command.confirm.text' : null
    case 'task': {
      const { task } = command
      if (task.task === 'firmware') return 'tasks.firmware.confirmText'
      if (task.task === 'clear_cache') return 'tasks.control.cacheText'
      if (task.task === 'install_certificate') return 'command.confirm.text'
      return task.task === 'configure' && hurtingSetting.test(task.name) ? 'command.confirm.text' : null
    }
  }
}
