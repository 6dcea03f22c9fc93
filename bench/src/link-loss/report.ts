import { table } from '../measuring/report.ts'
import { boundCall, type CallTimes, type Screens } from './screens.ts'
import type { Storm } from './storm.ts'
import type { Watching } from './watching.ts'

const mostIncidents = 50
const emptyWithinMs = 60_000
const mostMs = 3000

interface Measured {
  storm: Storm
  watching: Watching
  screens: Screens
  /** how long the same stations take to come back to the bound, ms */
  boundMs: number
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Prints what was measured; answers whether each target is met. */
export async function print(measured: Measured): Promise<boolean> {
  const { storm, screens, boundMs } = measured
  console.log(`\n${table([stretchHead, ...stretchRows(measured)])}\n`)
  const times = timesOf(measured)
  console.log(`${table([callHead, ...callRows(measured, times)])}\n`)
  for (const [fault, count] of Object.entries(screens.failures)) console.log(`FAULT: ${count} x ${fault}`)
  await printMade(measured)
  const last = storm.backMs.at(-1) ?? 0
  const ratio = (last / boundMs).toFixed(1)
  console.log(`all back at once after ${seconds(last)}, ${ratio} x the bound's ${seconds(boundMs)}`)
  return judge(measured, times)
}

const stretchHead = ['', 'took', 'server', 'PostgreSQL', 'machine', 'most that waited']

const stretchRows = ({ storm, watching }: Measured): string[][] =>
  storm.stretches.map(({ name, from, to, busy }) => {
    const took = (to - from) / 1000
    const share = (spent: number) => `${((spent / took) * 100).toFixed(0)} %`
    const most = Object.entries(watching.mostOf(from, to)).map(([queue, count]) => `${queue} ${count}`)
    const waited = most.length === 0 ? '-' : most.join(', ')
    return [name, seconds(to - from), share(busy.server), share(busy.database), share(busy.machine), waited]
  })

/** What calls took from the first cut on. */
function timesOf({ storm, screens }: Measured): CallTimes[] {
  const [, first] = storm.stretches
  return screens.timesOf(first?.from ?? 0, storm.stretches.at(-1)?.to ?? 0)
}

const callHead = ['', 'calls', 'p95, calm', 'p95', 'most', 'x bound']

function callRows({ storm, screens }: Measured, times: readonly CallTimes[]): string[][] {
  const [calm] = storm.stretches
  const calmTimes = calm ? screens.timesOf(calm.from, calm.to) : []
  const bound = times.find(({ call }) => call === boundCall)
  return times.map(({ call, calls, p95, most }) => {
    const before = calmTimes.find((one) => one.call === call)
    return [
      call,
      String(calls),
      before ? `${before.p95.toFixed(0)} ms` : '-',
      `${p95.toFixed(0)} ms`,
      `${most.toFixed(0)} ms`,
      bound ? (p95 / bound.p95).toFixed(1) : '-',
    ]
  })
}

async function printMade({ watching }: Measured): Promise<void> {
  const [made] = await watching.rows<Record<string, number>>(
    `select count(*)::int as incidents, (count(*) filter (where state <> 'closed'))::int as "not closed",
      count(merged_into)::int as merged, coalesce(sum(reopened), 0)::int as reopened, max(stations) as "stations of the largest",
      (select count(*) from alert_tellings)::int as notifications, (select count(*) from webhook_messages)::int as webhooks,
      (select count(*) from repair_attempts)::int as "repairs begun or refused" from incidents`,
  )
  console.log(
    Object.entries(made ?? {})
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  )
  const kinds = await watching.rows<{ kind: string; cause: string; count: number }>(
    'select kind, cause, count(*)::int from incidents group by kind, cause order by 3 desc, 1, 2',
  )
  console.log(kinds.map(({ kind, cause, count }) => `${count} ${kind} by ${cause}`).join(', '))
}

function judge({ storm, watching, screens }: Measured, times: readonly CallTimes[]): boolean {
  const slowest = Math.max(...times.filter(({ call }) => call !== boundCall).map(({ p95 }) => p95))
  const empty = Math.max(...storm.emptyAfter)
  const most = watching.samples.reduce((count, sample) => Math.max(count, sample.made), 0)
  const right = Object.keys(screens.failures).length === 0
  const lines: [what: string, target: string, met: boolean][] = [
    [`${most} incidents`, `< ${mostIncidents}`, most < mostIncidents],
    [
      `queues empty ${seconds(empty)} after the last is back`,
      `<= ${seconds(emptyWithinMs)}`,
      empty <= emptyWithinMs,
    ],
    [`p95 of the slowest call ${slowest.toFixed(0)} ms`, `<= ${mostMs} ms`, slowest <= mostMs && right],
  ]
  for (const [what, target, met] of lines) console.log(`${what}; target ${target}: ${met ? 'met' : 'MISSED'}`)
  return lines.every(([, , met]) => met)
}
