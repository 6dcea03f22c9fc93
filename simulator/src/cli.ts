import { readFile } from 'node:fs/promises'
import { SECOND_MS } from '@stationmaster/units'
import { type CliOptions, cliOptions, fleetIn, plannedFleet, usage } from './cli-options.ts'
import { serveControl } from './fleet/control.ts'
import { Fleet } from './fleet/fleet.ts'
import { pemOf, SandboxPki } from './pki/index.ts'

/** How this ends: at a signal, or when whoever started it with a channel, or reads what it says, is gone. */
let end = async (): Promise<void> => process.exit(0)

async function run(options: CliOptions): Promise<void> {
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => end())
  process.stdout.once('error', () => end())
  const file = options.fleet === null ? plannedFleet(options) : fleetIn(await readFile(options.fleet, 'utf8'))
  const trial = options.contracts === 0 ? null : await openTrial(options)
  if (trial) sayTrial(trial)
  const fleet = new Fleet({
    ...file,
    ...(trial && { contracts: trial.contracts, tokens: [...file.tokens, ...Object.keys(trial.contracts)] }),
    url: options.url,
    seed: options.seed,
    timeZone: options.timeZone,
    meterEveryMs: options.meterSeconds * SECOND_MS,
    faultsPerThousandHours: 10,
    outagesPerThousandHours: 5,
  })
  const control = options.controlPort === null ? null : await serveControl(fleet, options.controlPort)
  if (control) say(`control on http://127.0.0.1:${control.port}/stations`)
  fleet.start()
  let last = ''
  const reporting = setInterval(() => {
    const { online, stations, charging, answered, failed } = fleet.counts()
    const line = `${online}/${stations} online, ${charging} charging, ${answered} answered, ${failed} failed`
    if (line !== last) say(line)
    last = line
  }, SECOND_MS)
  end = async () => {
    clearInterval(reporting)
    await control?.close()
    await trial?.pki.close()
    await fleet.stop()
    process.exit(0)
  }
}

interface Trial {
  pki: SandboxPki
  /** chains, PEM, by their numbers */
  contracts: Record<string, string>
}

/** Draws a whole PKI and the contracts of some cars. */
async function openTrial({ contracts: count, pkiPort: port }: CliOptions): Promise<Trial> {
  const pki = await SandboxPki.open({ port })
  const ids = Array.from({ length: count }, (_, index) => `DE8AACSIM${String(index + 1).padStart(5, '0')}`)
  return { pki, contracts: Object.fromEntries(ids.map((id) => [id, pemOf(pki.contract(id).chain)])) }
}

/** What the central system has to know before the contracts charge. */
function sayTrial({ pki: { url }, contracts }: Trial): void {
  const ids = Object.keys(contracts)
  say(`contracts ${ids[0]} to ${ids.at(-1)}: register them as cards, and add the root of ${url}/roots/mo.pem`)
  say(`roots ${url}/roots/mo.pem, v2g.pem and oem.pem; CONTRACT_PROVIDER_URL=${url}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  const options = cliOptions(process.argv.slice(2))
  if (options.help) say(usage)
  else await run(options)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
