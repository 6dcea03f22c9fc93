import type { BulkCommand } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { nameOf } from './draft.ts'

/** A command in words: its name and its parameters. */
export function useCommandText(): (command: BulkCommand) => { title: string; detail: string } {
  const { t } = useTranslation()
  const format = useFormat()
  const placeOf = ({ evse, connector }: { evse?: number | undefined; connector?: number | undefined }) =>
    evse === undefined
      ? ''
      : t(connector === undefined ? 'bulk.place' : 'bulk.placeConnector', { evse, connector })
  const detailOf = (command: BulkCommand): string => {
    if (command.kind === 'message')
      return `${command.protocol} · ${command.action} ${JSON.stringify(command.payload)}`
    if (command.kind !== 'task') return ''
    const { task } = command
    switch (task.task) {
      case 'trigger':
        return [task.message, placeOf(task)].filter(Boolean).join(' · ')
      case 'configure':
        return `${[task.component, task.name].filter(Boolean).join('.')} = ${task.value}`
      case 'limit': {
        const limit = `${format.number(task.limit, Number.isInteger(task.limit) ? 0 : 1)} ${task.unit}`
        const minutes =
          task.duration_minutes === undefined ? '' : t('units.minute', { n: task.duration_minutes })
        return [limit, placeOf(task), minutes].filter(Boolean).join(' · ')
      }
      case 'clear_limit':
        return placeOf(task)
      case 'firmware':
        return task.location
      case 'log':
        return t(`tasks.uploads.${task.kind}`)
      case 'install_certificate':
        return t(`tasks.certificates.${task.use}`)
      case 'send_list':
        return t(task.full ? 'tasks.list.full' : 'tasks.list.changes')
      default:
        return ''
    }
  }
  return (command) => ({ title: t(`bulk.command.${nameOf(command)}`), detail: detailOf(command) })
}
