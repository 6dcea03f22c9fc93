// Loaded into the server ahead of its program: records when each query was sent and answered, and which queries belong to one
// transaction. SIGUSR1 starts a new record, SIGHUP writes it to the file named in TRACE_FILE.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Trace, TracedQuery, TracedTransaction } from './trace-file.ts'

const texts = new Map<string, number>()
let transactions: TracedTransaction[] = []
let outside: TracedQuery[] = []
let gcMs = 0
let begunAt = performance.now()
let idle = performance.eventLoopUtilization()
const delay = monitorEventLoopDelay({ resolution: 1 })
const open = new WeakMap<object, TracedTransaction>()

const idOf = (text: string): number => {
  const known = texts.get(text)
  if (known !== undefined) return known
  texts.set(text, texts.size)
  return texts.size - 1
}

const bytesOf = (values: unknown): number =>
  Array.isArray(values) ? values.reduce((sum, one) => sum + String(one).length, 0) : 0

type Ask = (this: object, ...given: unknown[]) => unknown
type Done = (error: Error | null, result?: { rowCount?: number | null }) => void
const client = pg.Client.prototype as unknown as { query: Ask }
const ask = client.query
client.query = function traced(...given) {
  const [first, second] = given
  const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
  const last = given.findLastIndex((one) => typeof one === 'function')
  if (text === undefined || last < 0) return ask.apply(this, given)
  const query: TracedQuery = {
    text: idOf(text),
    sentAt: performance.now(),
    answeredAt: 0,
    rows: 0,
    bytes: bytesOf(typeof first === 'string' ? second : (first as { values?: unknown }).values),
  }
  if (text === 'begin') open.set(this, { queries: [] })
  const mine = open.get(this)
  if (mine) mine.queries.push(query)
  else outside.push(query)
  const ends = mine && (text === 'commit' || text === 'rollback')
  if (ends) open.delete(this)
  const done = given[last] as Done
  const answered: Done = (error, result) => {
    query.answeredAt = performance.now()
    query.rows = result?.rowCount ?? 0
    if (ends) transactions.push(mine)
    done(error, result)
  }
  return ask.apply(this, given.with(last, answered))
}

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) gcMs += duration
}).observe({ entryTypes: ['gc'] })

process.on('SIGUSR1', () => {
  transactions = []
  outside = []
  gcMs = 0
  begunAt = performance.now()
  idle = performance.eventLoopUtilization()
  delay.reset()
  delay.enable()
})

process.on('SIGHUP', () => {
  const trace: Trace = {
    seconds: (performance.now() - begunAt) / 1000,
    loopBusy: performance.eventLoopUtilization(idle).utilization,
    loopDelayMs: { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6 },
    gcMs,
    texts: [...texts.keys()],
    transactions,
    outside,
  }
  // the bench starts the server with it
  writeFileSync(process.env.TRACE_FILE!, JSON.stringify(trace))
})
