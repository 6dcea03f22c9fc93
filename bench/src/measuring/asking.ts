import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { usageOf } from '../processes/proc.ts'
import { own, temporaryFolder } from '../processes/processes.ts'
import type { Place } from '../seeding/seeding.ts'
import { median, p95Of } from './plan.ts'
import { table } from './report.ts'

/** 95 of 100 calls are answered within this. */
export const mostMs = 100
const startMs = 60_000

export const administrator = 'administrator@seed.example'

export interface Times {
  name: string
  p50: number
  p95: number
  /** processor time of server and database a call: what is left of the figures on a machine that does other work */
  busyMs: number
  /** another target than the usual, in ms */
  most?: number
}

/** Migrates the database and makes the one account; gives its password. */
export function makeAdministrator(place: Place): string {
  const script = fileURLToPath(
    new URL('../../../server/dist/operate/create-administrator.js', import.meta.url),
  )
  const said = execFileSync(process.execPath, [script, '--email', administrator], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: temporaryFolder('bench-account'), ...place },
  })
  const password = /^Password +(\S+)$/m.exec(said)?.[1]
  if (!password) throw new Error(`No password in: ${said}`)
  return password
}

/** Resolves with an access token. */
export async function signIn(api: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${api}/auth/manager/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`${email}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Makes calls one after the other, a tenth of them unmeasured before. */
export async function ask(
  name: string,
  calls: number,
  pids: (number | undefined)[],
  call: (nth: number) => Promise<Response>,
): Promise<Times> {
  const times: number[] = []
  const busy = () =>
    pids.reduce<number>((sum, pid) => sum + (pid === undefined ? 0 : usageOf(pid).cpuSeconds), 0)
  let busyBefore = 0
  for (let nth = -Math.ceil(calls / 10); nth < calls; nth += 1) {
    if (nth === 0) busyBefore = busy()
    const begun = performance.now()
    const answer = await call(Math.max(0, nth))
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${body}`)
    if (nth >= 0) times.push(performance.now() - begun)
  }
  const busyMs = ((busy() - busyBefore) * 1000) / calls
  times.sort((a, b) => a - b)
  return { name, busyMs, p50: median(times), p95: p95Of(times) }
}

/** Starts the server of the bare queries on a database. */
export async function startBareQueries(
  databaseUrl: string,
): Promise<{ url: string; pid: number | undefined }> {
  const bound = own(
    fork(fileURLToPath(new URL('../../dist/processes/list-bound.js', import.meta.url)), [], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
    }),
  )
  const [url] = (await once(bound, 'message', { signal: AbortSignal.timeout(startMs) })) as [string]
  return { url, pid: bound.pid }
}

/** Prints how long each took beside the bound. */
export function print(raw: Times | null, times: readonly Times[], title: string): void {
  console.log(`\n${title}\n`)
  const row = ({ name, p50, p95, busyMs, most = mostMs }: Times) => [
    name,
    `${p50.toFixed(1)} ms`,
    `${p95.toFixed(1)} ms`,
    `${busyMs.toFixed(1)} ms`,
    raw ? (p95 / raw.p95).toFixed(1) : '',
    ...(raw?.name === name || name.endsWith('(no target)')
      ? ['', '']
      : [`${most} ms`, p95 <= most ? 'met' : 'MISSED']),
  ]
  console.log(
    table([
      ['', 'median', 'p95', 'processor', 'x bound', 'target', 'p95'],
      ...(raw ? [row(raw)] : []),
      ...times.map(row),
    ]),
  )
}
