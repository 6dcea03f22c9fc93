import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChargeStation } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { readPdfText } from '../figures/pdf-text.ts'
import { SandboxProcess } from '../money/payments/payment-sandbox.ts'
import { World } from '../world/world.ts'

const document = fileURLToPath(new URL('../../../../docs/api.md', import.meta.url))

const sandbox = new SandboxProcess()
let world: World
let folder: string

beforeAll(async () => {
  await sandbox.start()
  world = await World.open(await openTestDatabase(), undefined, sandbox.env)
  folder = await mkdtemp(join(tmpdir(), 'example-client-'))
})
afterAll(async () => {
  await world.close()
  await sandbox.remove()
  await rm(folder, { recursive: true })
})

test('the example client of the documentation charges, pays and stores its receipt', async () => {
  const [, program = ''] =
    /### An example client[\s\S]*?```js\n([\s\S]*?)```/.exec(await readFile(document, 'utf8')) ?? []
  await writeFile(join(folder, 'charge.mjs'), program)
  const station = await world.simulate('ocpp2.0.1', { plugDelayMs: null })
  await world.untilOnline(station.made.id)
  const { number } = await world.get<{ number: number }>(`stations/${station.made.id}`)
  const standing = async () => {
    const answer = await fetch(`${world.server.url}/api/v1/driver/stations/${number}`)
    return ((await answer.json()) as ChargeStation).connectors[0]?.state
  }
  await world.until('the connector is free', async () => (await standing()) === 'free')
  const client = spawn(process.execPath, ['charge.mjs', world.server.url, String(number)], { cwd: folder })
  let said = ''
  for (const stream of [client.stdout, client.stderr])
    stream.on('data', (part) => {
      said += String(part)
    })
  const ended = new Promise<number | null>((resolve) => client.once('exit', resolve))
  let code: number | null | undefined
  void ended.then((how) => {
    code = how
  })
  await world.until(
    'the client waits for the plug',
    () => code !== undefined || said.includes('waiting_plug'),
  )
  if (code === undefined) await station.plugIn(1, null)
  await world.until('it charges', () => code !== undefined || said.includes('charging'))
  station.addEnergy(1, 5_000)
  await station.sendMeterValues({ connector: 1 })
  expect(await ended, said).toBe(0)
  expect(said).toContain('paid in kopecks: 8500')
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.pdf'))
  expect(readPdfText(await readFile(join(folder, name)))).toContain('85.00')
})
