export * from './link.ts'
export * from './protocol.ts'
export * from './station-command.ts'
export * from './station-event.ts'
