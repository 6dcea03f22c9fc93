import { first, last } from '@stationmaster/units'
import { isOfBatch } from '../processes/batch-counts.ts'
import type { Trace, TracedQuery, TracedTransaction } from '../processes/trace-file.ts'
import type { Run } from '../stations/drive.ts'
import { anyCall, type Version } from '../stations/load-spec.ts'

/** A row of pg_stat_statements. */
export interface Counted {
  query: string
  calls: number
  planMs: number
  execMs: number
  rows: number
  walBytes: number
}

export interface Timeline {
  trace: Trace
  counted: Counted[]
  wal: { syncs: number; syncMs: number; bytes: number }
  waits: ReadonlyMap<string, number>
  run: Run
  stations: number
  version: Version
}

interface Line {
  text: string
  calls: number
  /** from the answer to the statement before it on its connection, or from its sending where that is later */
  ownMs: number
  rows: number
  bytes: number
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
/** pg_stat_statements names parameters and constants alike. */
const keyOf = (text: string) =>
  plain(text)
    .replace(/\$\d+|'[^']*'|\b\d+\b/g, '?')
    .toLowerCase()
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
const fixed = (number: number, digits = 2) => number.toFixed(digits)

/** Prints what a batch of stations' messages cost: as a whole, and each of its statements. */
export function printTimeline(timeline: Timeline): void {
  const { trace, counted, wal, waits, run, stations, version } = timeline
  const isBatch = ({ queries }: TracedTransaction) => queries.some((query) => isBatchQuery(trace, query))
  const single = trace.outside.map((query): TracedTransaction => ({ queries: [query] }))
  const batches = [...trace.transactions, ...single].filter(isBatch)
  const rest = [...trace.transactions, ...single].filter((one) => !isBatch(one))
  const others = trace.transactions.filter((one) => !isBatch(one)).length
  const spans = batches.map(spanOf)
  const size = run.messages / Math.max(1, batches.length)
  const cpu = (seconds: number) => `${fixed((seconds * 1e6) / Math.max(1, run.messages), 0)} µs`
  console.log(
    `\n${stations} stations of ${version}: ${fixed(run.messagesPerSecond, 0)} messages/s, ${batches.length} batches of ${fixed(size, 1)} messages, ${others} other transactions.`,
  )
  console.log(
    `A batch: ${fixed(median(spans.map((one) => one.all)))} ms (median), of which reading ${fixed(median(spans.map((one) => one.reading)))}, ` +
      `writing ${fixed(median(spans.map((one) => one.writing)))}, commit ${fixed(median(spans.map((one) => one.commit)))}.`,
  )
  printSlowest(spans)
  const answers = run.latencyMs[anyCall]
  if (answers) console.log(`Answers: ${fixed(answers.p50, 1)} ms (p50), ${fixed(answers.p99, 1)} (p99).`)
  console.log(
    `Processor a message: server ${cpu(run.cpu.target)}, PostgreSQL ${cpu(run.cpu.database)}, stations ${cpu(run.cpu.driver)}; others used ${fixed(run.cpu.otherCores)} cores.`,
  )
  console.log(
    `Event loop busy ${fixed(trace.loopBusy * 100, 0)} %, late by ${fixed(trace.loopDelayMs.p50, 1)} ms (p50), ${fixed(trace.loopDelayMs.p99, 1)} (p99); garbage ${fixed(trace.gcMs / trace.seconds / 10, 1)} %.`,
  )
  console.log(
    `WAL: ${fixed(wal.bytes / Math.max(1, run.messages) / 1024)} KiB a message; ${wal.syncs} syncs of ${fixed(wal.syncMs / Math.max(1, wal.syncs), 3)} ms.`,
  )
  const seen = [...waits.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `Busy connections: ${[...waits]
      .sort((a, b) => b[1] - a[1])
      .map(([wait, count]) => `${wait} ${fixed((count * 100) / Math.max(1, seen), 0)} %`)
      .join(', ')}.`,
  )
  console.log('\nin a batch, a statement:')
  printStatements(linesOf(batches, trace), counted, batches.length)
  console.log('\nbeside batches:')
  printStatements(linesOf(rest, trace).slice(0, 12), counted, batches.length)
}

/** The batches that are slower than 98 of 100: where they were slow. */
function printSlowest(spans: readonly Span[]): void {
  const slow = spans.toSorted((a, b) => b.all - a.all).slice(0, Math.ceil(spans.length / 50))
  const mean = (of: (one: Span) => number) =>
    fixed(slow.reduce((sum, one) => sum + of(one), 0) / Math.max(1, slow.length))
  console.log(
    `The slowest 2 of 100: ${mean((one) => one.all)} ms (mean), of which reading ${mean((one) => one.reading)}, ` +
      `writing ${mean((one) => one.writing)}, commit ${mean((one) => one.commit)}.`,
  )
}

const isBatchQuery = (trace: Trace, { text }: TracedQuery) => isOfBatch(trace.texts[text] ?? '')

type Span = ReturnType<typeof spanOf>

/** A batch reads until its last statement is sent: the statements that write are sent all at once. */
function spanOf({ queries }: TracedTransaction) {
  const [begin, commit] = [first(queries), last(queries)]
  const between = queries.slice(1, -1)
  const lastSent = Math.max(begin.sentAt, ...between.map((query) => query.sentAt))
  const written = Math.max(begin.answeredAt, ...between.map((query) => query.answeredAt))
  return {
    all: commit.answeredAt - begin.sentAt,
    reading: lastSent - begin.sentAt,
    writing: written - lastSent,
    commit: commit.answeredAt - written,
  }
}

function linesOf(transactions: readonly TracedTransaction[], trace: Trace): Line[] {
  const lines = new Map<number, Line>()
  for (const { queries } of transactions) {
    let before = 0
    for (const query of queries) {
      const line = lines.get(query.text) ?? {
        text: trace.texts[query.text] ?? '',
        calls: 0,
        ownMs: 0,
        rows: 0,
        bytes: 0,
      }
      line.calls += 1
      line.ownMs += Math.max(0, query.answeredAt - Math.max(before, query.sentAt))
      line.rows += query.rows
      line.bytes += query.bytes
      lines.set(query.text, line)
      before = Math.max(before, query.answeredAt)
    }
  }
  return [...lines.values()].sort((a, b) => b.ownMs - a.ownMs)
}

/** Each statement: how often for a batch, its own wait, and what PostgreSQL says that planning and running took. */
function printStatements(lines: readonly Line[], counted: readonly Counted[], batches: number): void {
  const stats = new Map<string, Counted>()
  for (const one of counted) {
    const known = stats.get(keyOf(one.query))
    if (!known || known.calls < one.calls) stats.set(keyOf(one.query), one)
  }
  const heads = ['a batch', 'wait ms', 'plan', 'run', 'rows', 'KiB in', 'WAL KiB', 'share']
  console.log(`${heads.map((head) => head.padStart(8)).join('')}  statement`)
  const all = lines.reduce((sum, line) => sum + line.ownMs, 0)
  for (const line of lines) {
    const stat = stats.get(keyOf(line.text))
    const each = (sum: number | undefined) => (stat && sum !== undefined ? fixed(sum / stat.calls) : '-')
    const cells = [
      fixed(line.calls / Math.max(1, batches)),
      fixed(line.ownMs / line.calls),
      each(stat?.planMs),
      each(stat?.execMs),
      fixed(line.rows / line.calls, 1),
      fixed(line.bytes / line.calls / 1024, 1),
      stat ? fixed(stat.walBytes / stat.calls / 1024, 1) : '-',
      `${fixed((line.ownMs * 100) / Math.max(1, all), 1)} %`,
    ]
    console.log(`${cells.map((cell) => cell.padStart(8)).join('')}  ${plain(line.text).slice(0, 110)}`)
  }
}
