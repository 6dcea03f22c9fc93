import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { openServerUrls } from '../../../platform/general/testing.ts'
import { freePort, ServerProcess } from '../../world/server-process.ts'
import { container, deployed, manifests } from './files.ts'
import { fromRoot, readText } from './metric-names.ts'

const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const one of undo.toReversed()) await one()
})

/** What the environment of a process of ours may have beside the settings. */
const ofOthers = /^(?:MALLOC_\w+|NODE_ENV)$/
const settings = new Set(
  [...readText('docs/operations.md').matchAll(/^\| `([A-Z][A-Z0-9_]*)` \|/gm)].map(([, name]) => name!),
)

test.each(deployed())('$place names settings that there are, and may end in order', (one) => {
  expect(settings.size).toBeGreaterThan(50)
  const unknown = Object.keys(one.env).filter(
    (name) =>
      !settings.has(name) && !ofOthers.test(name) && !['POSTGRES_PASSWORD', 'NATS_TOKEN'].includes(name),
  )
  expect(unknown).toEqual([])
  const [program = '', ...flags] = one.args
  expect(existsSync(fromRoot(program)), program).toBe(true)
  const config = readConfig(one.env, flags)
  if (program.endsWith('main.js')) {
    expect(config).toMatchObject({ mode: 'serve', migrates: false })
    expect(one.env.NODE_ID).toBeTruthy()
  } else expect(flags).toEqual([])
  // it is one of several servers
  expect(config.nats).not.toBeNull()
  if (one.graceSeconds === null) return
  const { noticeMs, spreadMs } = config.drain
  expect(one.graceSeconds).toBeGreaterThanOrEqual(one.beforeSeconds + (noticeMs + spreadMs) / 1000 + 20)
  // a proxy has time to notice
  expect(one.beforeSeconds + noticeMs / 1000).toBeGreaterThanOrEqual(2)
})

test('Kubernetes looks where the server answers, and the parts fit together', () => {
  const all = manifests()
  expect(all.map(({ kind }) => kind)).toEqual([
    'ConfigMap',
    'Job',
    'Deployment',
    'Service',
    'PodDisruptionBudget',
  ])
  const text = JSON.stringify(all)
  const paths = [...text.matchAll(/"path":"([^"]+)"/g)].map(([, path]) => path)
  expect(new Set(paths)).toEqual(new Set(['/health/ready', '/health/live']))
  expect(text.match(/"app":"stationmaster"/g)).toHaveLength(6)
  expect(text.match(/"readOnlyRootFilesystem":true/g)).toHaveLength(2)
})

test('the container has what the server reads, runs it as it is measured, and not as root', async () => {
  const { stage, copies, env, entrypoint, command } = container()
  expect(entrypoint.slice(1)).toEqual(JSON.parse(readText('server/node-flags.json')))
  const heaps = [...readText('scripts/lib/provide/server.mjs').matchAll(/(MALLOC_\w+): '(\d+)'/g)]
  expect(heaps).toHaveLength(3)
  for (const [, name, value] of heaps) expect(env[name!]).toBe(value)
  expect(stage).toMatch(/^USER 1000:1000$/m)

  const [, postgres] = openServerUrls()
  const database = await postgres?.create()
  undo.push(() => database?.drop())
  const root = mkdtempSync(join(tmpdir(), 'container-'))
  undo.push(() => rmSync(root, { recursive: true, force: true }))
  for (const { from, path, to } of copies) {
    if (from === 'build') cpSync(fromRoot(path), join(root, to), { recursive: true })
    else symlinkSync(fromRoot(path), join(root, to))
  }
  const listed = () => readdirSync(root, { recursive: true }).length
  const before = listed()
  const data = mkdtempSync(join(tmpdir(), 'container-data-'))
  undo.push(() => rmSync(data, { recursive: true, force: true }))
  const { DATA_DIR: folder, PORT: port, ...others } = env
  expect([folder, port]).toEqual(['/data', '8080'])
  const server = new ServerProcess(
    data,
    await freePort(),
    database?.url ?? null,
    others,
    join(root, command[0]!),
  )
  undo.push(() => server.end('SIGKILL'))
  server.launch({ flags: [] })
  await server.said(/^Stationmaster is ready at /)
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status
  for (const path of [
    '/health/ready',
    '/',
    '/login',
    '/api/v1/version',
    '/api/v1/help/terms-and-conditions-of-use',
  ])
    expect([path, await statusOf(path)]).toEqual([path, 200])
  await server.end('SIGTERM')
  // its root is read-only
  expect(listed()).toBe(before)
})
