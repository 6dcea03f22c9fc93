import { type CommandTemplate, commandTemplates, hurtingSetting } from '@stationmaster/contract'
import type { Command, Json } from './schema.ts'

interface Template {
  name: CommandTemplate
  action: string
  payload: Json
}

/** The ready commands of a station's version, in the order in which they are offered. */
export function templatesOf(commands: readonly Command[]): Template[] {
  const ready = commands.flatMap(({ action, templates }) =>
    templates.map(({ name, payload }) => ({ name, action, payload })),
  )
  return commandTemplates.flatMap((name) => ready.find((one) => one.name === name) ?? [])
}

/** Whether a command may cost a session, money or the connection, so that it needs a confirmation. */
export function hurts(commands: readonly Command[], action: string, payload: Json): boolean {
  const hurting = commands.find((one) => one.action === action)?.hurts ?? false
  return typeof hurting === 'boolean' ? hurting : hurtingSetting.test(String(payload[hurting.setting]))
}
