import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { first } from '@stationmaster/units'
import { type Config, readConfig } from './config/config.ts'
import { unsafeSettings } from './config/configuration-check.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { StartError } from './platform/database/database-fault.ts'
import { finishDemo } from './platform/files/unfinished.ts'
import { type Clock, systemClock } from './platform/general/clock.ts'
import { giveMemoryBack } from './platform/watching/memory.ts'
import { type StartReport, startReport } from './platform/watching/start-report.ts'
import type { RunningServer } from './server.ts'
import { startSandbox } from './slices/money/providers/adapters/sandbox-process.ts'
import type { DemoParts } from './slices/operations/demo/demo.ts'
import type { RunningFleet } from './slices/operations/demo/fleet.ts'
import { demoAccounts, demoPassword } from './slices/people/managers/staff/demo-accounts.ts'
import { hasAdministrator } from './slices/people/managers/store.ts'
import type { StationSide } from './wiring/station-side.ts'

/** how long a server may take to end, beside what its settings give it */
const drainMs = 20_000
/** a signal that reaches a whole group of processes, and is passed on by one of them, is one signal */
const sameSignalMs = 500

/** What `npm run serve -- --check` prints; answers the code that the process ends with. */
function check(env: NodeJS.ProcessEnv, args: string[]): number {
  const lines = unsafeSettings(env, args)
  for (const line of lines) say(line)
  if (lines.length === 0) say('The settings are in order.')
  return lines.length === 0 ? 0 : 1
}

/**
 * Runs what `npm start` and `npm run serve` run, by an environment and arguments, until it gets a signal to end; resolves when it is
 * ready, and ends the process with the reason where it cannot start. Stories give it a clock that they move.
 */
export async function run(
  env: NodeJS.ProcessEnv,
  args: string[],
  clock: Clock = systemClock,
): Promise<RunningServer> {
  try {
    if (args.includes('--check')) process.exit(check(env, args))
    return await begin(readConfig(env, args), clock)
  } catch (error) {
    const expected = error instanceof StartError
    process.stderr.write(
      `${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(1)
  }
}

/** Most of what a server is made of is read while its database opens. Where no contract provider is named the demo has one of its own. */
async function openAll(given: Config, report: StartReport) {
  const [database, { startServer }, demo] = await Promise.all([
    report.step('Opening the database', (_, rename) => openDatabase(given, report.line, rename)),
    import('./server.ts'),
    given.mode === 'demo' ? loadDemo() : null,
  ])
  const trialPki = demo && given.contractProvider === null ? await demo.openTrialPki() : null
  const contractProvider = trialPki
    ? { url: trialPki.url, token: null, client: null }
    : given.contractProvider
  return { database, startServer, demo, trialPki, config: { ...given, contractProvider } }
}

async function begin(given: Config, clock: Clock): Promise<RunningServer> {
  const web = given.awaitsWeb ? webBuilt() : null
  const report = startReport(process.stdout)
  const { database, startServer, demo, trialPki, config } = await openAll(given, report)
  const sandbox = new OwnSandbox(config.dataDir)
  let fleet: Promise<RunningFleet> | undefined
  const server = await startServer(config, {
    clock,
    database,
    report,
    prepare: async (stations, { payments, addresses, ...parts }) => {
      if (payments.sandbox?.url === null) sandbox.start(payments.sandbox)
      if (!demo) return
      const ofDemo = demoParts(config, clock, database, stations, parts)
      await demo.prepareDemo({ ...ofDemo, sandboxUp: sandbox.up }, report)
      finishDemo(config.dataDir)
      fleet = demo.startDemoFleet(ofDemo, `${addresses.local.replace('http', 'ws')}/ocpp`, trialPki)
      // that it fails is said when it is waited for
      fleet.catch(() => undefined)
    },
  })
  let ending = false
  const end = async (): Promise<void> => {
    ending = true
    void fleet?.then(({ process }) => process.kill('SIGTERM')).catch(() => undefined)
    const { noticeMs, spreadMs } = config.drain
    await Promise.race([server.close(), delay(noticeMs + spreadMs + drainMs)])
    sandbox.stop()
    await trialPki?.close()
    process.exit(0)
  }
  endAtSignals(end, () => sandbox.stop())

  const starting = fleet
  const stations = starting && (await report.step('Switching the simulated stations on', () => starting))
  await sandbox.up
  const built = await web
  if (built) report.line(`✓ Building the web application meanwhile ${secondsOf(built).toFixed(1)} s`)
  server.readiness.ready = true
  void server.files.trouble().then((trouble) => {
    if (trouble) say(`${trouble} Until it does what it is asked, new files rest in the database.`)
  })
  say(`Stationmaster is ready at ${server.url}${afterSeconds(config.begunAtMs)}`)
  // what built it waits for this, to go on with what nobody waits for
  if (web && process.connected) process.disconnect()
  if (demo) liveOn(demo, server, { config, clock, isEnding: () => ending })
  await sayWhatIsMissing(config, server.database)
  if (demo && stations) sayWhatToTry(server.url, first(demo.demoStations).number, stations.controlUrl)
  return server
}

/**
 * The demo's past is looked through for the planner, its photos are drawn, and its staff and its roaming partner begin their work; nobody
 * waits for any of it. What it took to make it is given back.
 */
function liveOn(
  demo: Awaited<ReturnType<typeof loadDemo>>,
  server: RunningServer,
  { config, clock, isEnding }: { config: Config; clock: Clock; isEnding(): boolean },
): void {
  const { dataDir, timeZone } = config
  const failed = (what: string) => (error: Error) => {
    if (!isEnding()) say(`The demo's ${what}: ${error.message}.`)
  }
  const parts = { db: server.database.db, clock }
  void demo.analyze(parts.db).catch(failed('statistics could not be made'))
  const drawn = demo.drawPhotos(parts).catch(failed('photos could not be drawn'))
  const giveBack = async () => {
    if (isEnding()) return
    await server.database.shrink?.()
    await giveMemoryBack()
  }
  // first what the past took, then what the photos did
  void giveBack()
    .then(() => drawn)
    .then(giveBack)
    .catch(failed('memory could not be given back'))
  void demo.workEveryday(parts, server.url).catch(failed('roll-out could not begin'))
  void demo.runPartner({ dataDir, timeZone }, server.url).catch(failed('roaming partner could not begin'))
}

/** Says what a network of its own has yet to set up, or which accounts everybody else can try. */
async function sayWhatIsMissing({ mode, payment }: Config, { db }: Database): Promise<void> {
  if (mode !== 'serve') return sayAccounts()
  if (payment.provider === null)
    say('No payment provider is set (PAYMENT_PROVIDER): drivers are asked for no money.')
  if (payment.till === null && payment.provider !== null)
    say('No till is set (FISCAL_TILL): no fiscal receipts are made.')
  if (!(await hasAdministrator(db)))
    say(
      'Nobody administers this network yet. While the server runs, make the first account: npm run create-administrator -- --email you@example.com',
    )
}

/** The payment sandbox that is started beside this server where none is named. */
class OwnSandbox {
  readonly #dataDir: string
  #process: ChildProcess | undefined
  /** it answers, or has failed and has said so */
  up = Promise.resolve()

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  start(settings: Parameters<typeof startSandbox>[0]): void {
    this.up = startSandbox(settings, this.#dataDir).then(
      (child) => {
        this.#process = child
      },
      (error: Error) => say(`${error.message}.`),
    )
  }

  stop(): void {
    this.#process?.kill('SIGTERM')
  }
}

/** Ends the process in order at the first signal, and at once at a second one, behind `atOnce`. */
function endAtSignals(inOrder: () => Promise<void>, atOnce: () => void): void {
  let endingSince: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (endingSince === null) {
        endingSince = performance.now()
        void inOrder()
      } else if (performance.now() - endingSince >= sameSignalMs) {
        atOnce()
        process.exit(128 + constants.signals[signal])
      }
    })
}

const demoParts = (
  config: Config,
  clock: Clock,
  { db }: Database,
  { intake }: StationSide,
  { receipts, plans }: Pick<DemoParts, 'receipts' | 'plans'>,
): DemoParts => ({
  db,
  receipts,
  plans,
  clock,
  intake,
  secret: config.secretKey,
  timeZone: config.timeZone,
  currency: config.currency,
  dataDir: config.dataDir,
})

/** How the build of the web application went, which the process that runs us has made beside. */
type WebBuild = { seconds: number } | { error: string }

const webBuilt = (): Promise<WebBuild> =>
  new Promise<WebBuild>((resolve) => {
    process.once('message', resolve)
    process.once('disconnect', () => resolve({ error: 'The build of the web application has ended.' }))
  })

function secondsOf(built: WebBuild): number {
  if ('error' in built) throw new StartError(built.error)
  return built.seconds
}

/** Nobody who runs a network of their own waits for the demo to be loaded. */
const loadDemo = async () => ({
  ...(await import('./slices/operations/demo/demo.ts')),
  ...(await import('./slices/operations/demo/contracts.ts')),
  ...(await import('./slices/operations/demo/past/everyday.ts')),
  ...(await import('./slices/operations/demo/locations.ts')),
  ...(await import('./slices/operations/demo/photos.ts')),
  ...(await import('./slices/operations/demo/partner.ts')),
  ...(await import('./slices/operations/demo/store.ts')),
})

function sayAccounts(): void {
  say(`Sign in with the password ${demoPassword} as`)
  for (const { email, role } of demoAccounts) say(`  ${email} (${role})`)
}

/** Three accounts to log in with, and the address that shows the true state of the simulated stations. */
function sayWhatToTry(url: string, station: number, controlUrl: string): void {
  say('Three things to try:')
  say(`  see the cars that charge now, and stop one: ${url}/dashboard as administrator`)
  say(`  charge as a driver, with the card 4242 4242 4242 4242: ${url}/charge/${station}`)
  say(`  call the interface: ${url}/api/docs`)
  say(`The simulated stations' own registers: ${controlUrl}`)
}

/** How long it took since the command was begun; nothing where nobody said when. */
function afterSeconds(begunAtMs: number | null): string {
  if (begunAtMs === null) return ''
  return ` after ${Math.round((performance.timeOrigin + performance.now() - begunAtMs) / 1000)} s`
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
