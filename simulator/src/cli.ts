import { readFile } from 'node:fs/promises'
import { SECOND_MS } from '@stationmaster/units'
import { type CliOptions, cliOptions, fleetIn, plannedFleet, usage } from './cli-options.ts'
import { serveControl } from './fleet/control.ts'
import { Fleet } from './fleet/fleet.ts'

async function run(options: CliOptions): Promise<void> {
  const file = options.fleet === null ? plannedFleet(options) : fleetIn(await readFile(options.fleet, 'utf8'))
  const fleet = new Fleet({
    ...file,
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
  const stop = async () => {
    clearInterval(reporting)
    await control?.close()
    await fleet.stop()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  // the process that started it with a channel is gone
  process.once('disconnect', stop)
  process.once('SIGINT', stop)
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
