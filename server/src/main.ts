import { setTimeout as delay } from 'node:timers/promises'
import { type Config, ConfigError, readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { FolderLocked } from './platform/folder-lock.ts'
import { MigrationError } from './platform/migrate.ts'
import { type RunningServer, startServer } from './server.ts'
import { type DemoParts, prepareDemo, startDemoFleet } from './slices/demo/demo.ts'
import type { RunningFleet } from './slices/demo/fleet.ts'
import { demoAccounts, demoPassword } from './slices/managers/demo-accounts.ts'

const drainMs = 20_000

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const server = await startServer(config)
  let fleet: RunningFleet | undefined
  let ending = false
  const end = async (): Promise<void> => {
    if (ending) return
    ending = true
    fleet?.process.kill('SIGTERM')
    await Promise.race([server.close(), delay(drainMs)])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())

  if (config.mode === 'demo') fleet = await startDemo(config, server)
  server.readiness.ready = true
  say(`Stationmaster is ready at ${server.url}`)
  if (config.mode !== 'serve') sayAccounts()
  if (fleet) say(`The simulated stations' own registers: ${fleet.controlUrl}`)
}

async function startDemo(config: Config, server: RunningServer): Promise<RunningFleet> {
  const parts: DemoParts = {
    db: server.database.db,
    clock: systemClock,
    intake: server.wire.commands.intake,
    secret: config.secretKey,
    timeZone: config.timeZone,
    currency: config.currency,
    dataDir: config.dataDir,
  }
  await prepareDemo(parts, say)
  return startDemoFleet(parts, `${server.url.replace('http', 'ws')}/ocpp`)
}

function sayAccounts(): void {
  say(`Sign in with the password ${demoPassword} as`)
  for (const { email, role } of demoAccounts) say(`  ${email} (${role})`)
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

main().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError || error instanceof FolderLocked || error instanceof MigrationError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
