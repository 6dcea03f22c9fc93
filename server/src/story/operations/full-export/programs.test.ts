import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { simulate } from '@stationmaster/simulator'
import { afterEach, describe, expect, test } from 'vitest'
import { openServerUrls } from '../../../platform/general/testing.ts'
import type { Manifest } from '../../../slices/operations/full-export/write/manifest.ts'
import { Api, freePort, ServerProcess } from '../../world/server-process.ts'

const program = fileURLToPath(new URL('../../../../dist/operate/full-export.js', import.meta.url))

/** The program that a person starts by `npm run export`, in a process of its own. */
describe.each(openServerUrls())('the program export ($name)', ({ name, create }) => {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'export-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  interface Place {
    dataDir: string
    url: string | null
  }

  const newPlace = async (): Promise<Place> => {
    const { url, drop } = await create()
    undo.push(drop)
    return { dataDir: newFolder(), url }
  }

  const envOf = ({ dataDir, url }: Place): NodeJS.ProcessEnv => {
    const { DATABASE_URL: _unused, ...inherited } = process.env
    return {
      ...inherited,
      DATA_DIR: dataDir,
      SECRET_KEY: 'the same key in both places, thirty-two bytes',
      ...(url ? { DATABASE_URL: url } : {}),
    }
  }

  /** Starts it; resolves with its exit code and what it said. `look` sees each line as it comes. */
  async function start(
    place: Place,
    args: readonly string[],
    look: (child: ChildProcess, line: string) => void = () => undefined,
  ): Promise<{ code: number | null; said: string }> {
    const child = spawn(process.execPath, [program, ...args], {
      env: envOf(place),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        said.push(line)
        look(child, line)
      })
    await once(child, 'close')
    return { code: child.exitCode, said: said.join('\n') }
  }

  async function served<T>(
    place: Place,
    flag: string,
    work: (server: ServerProcess) => Promise<T>,
  ): Promise<T> {
    const server = new ServerProcess(place.dataDir, await freePort(), place.url, {
      SECRET_KEY: envOf(place).SECRET_KEY ?? '',
      HOST: '127.0.0.1',
    })
    undo.push(() => server.end('SIGKILL'))
    server.launch({ flags: [flag] })
    await server.said(/^Stationmaster is ready at /)
    const result = await work(server)
    await server.end('SIGTERM')
    return result
  }

  const manifestIn = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest

  const tellsOf = ({ tables }: Manifest) =>
    Object.entries(tables).map(([name, { rows, sums }]) => ({ name, rows, sums }))

  test('says how it is used, and what it cannot do', async () => {
    const place = await newPlace()
    expect(await start(place, ['--help'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('--read FOLDER'),
    })
    for (const [args, said] of [
      [[], '--to FOLDER'],
      [['--to', 'a', '--read', 'b'], '--to FOLDER'],
      [['--to', 'a', '--owner', 'x'], 'x is no number'],
      [['--read', newFolder()], 'holds no export that is whole'],
    ] as const)
      expect(await start(place, args)).toMatchObject({ code: 1, said: expect.stringContaining(said) })
  })

  test('a network is written, killed, written to its end, and read where a station goes on charging', async () => {
    const [there, folder, id] = [await newPlace(), join(newFolder(), 'out'), 'AWAY-1']
    // the demo's rows once: on the embedded database they take three times as long
    const flag = name === 'embedded' ? '--empty' : '--demo'
    const password = await served(there, flag, async (server) => {
      const api = await Api.open(server.url)
      const location = await api.post<{ id: number }>('locations', { name: 'Yard' })
      await api.post(`locations/${location.id}/pricing`, { tariff: 1700 })
      await api.post('id-tokens', { token: 'AWAY-CARD' })
      const connectors = [{ evse_number: 1, number: 1, type: 'CCS 2', current: 'DC', power: 150 }]
      return (
        await api.post<{ password: string }>(`locations/${location.id}/stations`, {
          id,
          vendor_name: 'Story',
          model: 'One',
          connectors,
        })
      ).password
    })
    const order = ['--to', folder, '--with-secrets']
    let parts = 0
    const killed = await start(there, order, (child, line) => {
      if (/ rows, \d+ in all$/.test(line)) parts += 1
      if (parts === 10) child.kill('SIGKILL')
    })
    expect(killed.code).toBeNull()
    expect(existsSync(join(folder, 'manifest.json'))).toBe(false)
    expect(await start(there, ['--to', folder])).toMatchObject({
      code: 1,
      said: expect.stringContaining('An export of something else was begun'),
    })
    const goesOn = await start(there, order)
    expect(goesOn, goesOn.said).toMatchObject({ code: 0 })
    // what the first had written is not written again
    for (const line of killed.said.split('\n').slice(0, 9))
      expect(goesOn.said).not.toContain(line.split(':')[0])
    expect(await start(there, order)).toMatchObject({ code: 1, said: expect.stringContaining('is whole') })

    const here = await newPlace()
    const read = await start(here, ['--read', folder])
    expect(read, read.said).toMatchObject({ code: 0, said: expect.stringContaining('Everything is read.') })
    expect(await start(here, ['--read', folder])).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is a network in the database already'),
    })
    const again = join(newFolder(), 'again')
    expect(await start(here, ['--to', again, '--with-secrets'])).toMatchObject({ code: 0 })
    expect(tellsOf(manifestIn(again))).toEqual(tellsOf(manifestIn(folder)))
    await served(here, '--empty', (server) => chargesAt(server, { id, password }))
  }, 900_000)

  async function chargesAt(server: ServerProcess, { id, password }: { id: string; password: string }) {
    const station = await simulate({
      url: `${server.url.replace('http', 'ws')}/ocpp`,
      stationId: id,
      protocol: 'ocpp2.0.1',
      password,
      seed: id,
      connectors: [{ number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000 }],
      meterEveryMs: 200,
    })
    undo.push(() => station.close())
    await station.begin({ token: 'AWAY-CARD' })
    station.addEnergy(undefined, 3000)
    await station.stop()
    const api = await Api.open(server.url)
    const order = (await api.orders()).find((one) => one.station.id === id)
    expect((await api.details(order?.id ?? '')).order).toMatchObject({ status: 'completed' })
  }
})
