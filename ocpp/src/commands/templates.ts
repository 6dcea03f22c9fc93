import type { SingleCommand } from '../station-command.ts'

/** The ready commands of the console (domain.md#console), in the order in which they are offered. */
export const templateNames = [
  'resetSoft',
  'resetHard',
  'limitCurrent',
  'readLimit',
  'requestStatuses',
  'setLogging',
  'switchServers',
  'autonomyOn',
  'autonomyOff',
] as const
export type TemplateName = (typeof templateNames)[number]

export type Templates = Readonly<Record<TemplateName, SingleCommand>>

/** Those that are said alike to all stations. */
export const commonTemplates = {
  resetSoft: { type: 'reset', whenIdle: true },
  resetHard: { type: 'reset', whenIdle: false },
  limitCurrent: { type: 'limit', profileBase: 1, unit: 'A', limit: 16 },
  readLimit: { type: 'schedule', durationSeconds: 86_400, unit: 'A' },
  requestStatuses: { type: 'trigger', message: 'StatusNotification' },
} as const satisfies Partial<Templates>
