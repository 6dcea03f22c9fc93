import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { first } from '@stationmaster/units'
import type { BatchCounts } from '../processes/batch-counts.ts'
import type { Figure } from './measure.ts'
import { type Goal, type Measurement, median, processorUs } from './plan.ts'

export interface Outcome {
  measurement: Measurement
  figures: Figure[]
}

export interface Verdict {
  name: string
  bound: number
  server: number
  /** absent where the server is judged by itself */
  ratio: number | null
  goal: Goal
  met: boolean
}

/** Machine, versions and settings that the figures belong to. */
export interface Circumstances {
  startedAt: string
  runs: number
  windowSeconds: number
  database: Record<string, string>
}

const noisyCores = 0.3

export function judge({ measurement, figures }: Outcome): Verdict {
  const of = (name: Figure['target']) =>
    median(figures.filter(({ target }) => target === name).map(({ value }) => value))
  const [bound, server] = [of('bound'), of('server')]
  const { name, goal } = measurement
  const ratio = goal.kind === 'at most' ? null : server / bound
  const judged = ratio ?? server
  const met = goal.kind === 'ratio at least' ? judged >= goal.limit : judged <= goal.limit
  return { name, bound, server, ratio, goal, met }
}

/** Prints the table of ratios, and what was wrong. */
export function print(outcomes: Outcome[], circumstances: Circumstances): void {
  const { runs, windowSeconds, database } = circumstances
  const durable = `fsync ${database.fsync}, synchronous_commit ${database.synchronous_commit}`
  console.log(
    `\nMedians of ${runs} run${runs === 1 ? '' : 's'} of ${windowSeconds} s. ` +
      `Bound: a server that only parses and answers. ${cpus().length} cores, Node ${process.version}, ` +
      `PostgreSQL ${database.server_version} (${durable}).\n`,
  )
  const rows = outcomes.map((outcome) => {
    const { name, bound, server, ratio, goal, met } = judge(outcome)
    const shown = (value: number) => `${inUnit(value, outcome.measurement)} ${outcome.measurement.unit}`
    return [
      name,
      shown(bound),
      shown(server),
      ratio?.toFixed(3) ?? '',
      goalText(goal, outcome.measurement.unit),
      met ? 'met' : 'MISSED',
    ]
  })
  console.log(table([['', 'bound', 'Stationmaster', 'ratio', 'target', ''], ...rows]))
  printBatches(outcomes)
  const faults = outcomes.flatMap(({ measurement, figures }) =>
    figures.flatMap((figure) =>
      figure.faults.map((fault) => `${measurement.name}, ${figure.target}: ${fault}`),
    ),
  )
  const stored = outcomes.some(({ measurement }) => measurement.spec.scenario === 'session')
  if (faults.length > 0) console.log(`\nWrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  else if (stored)
    console.log('\nEvery session answered is an order with its exact energy, price and payment.')
  const noisy = outcomes
    .flatMap(({ figures }) => figures)
    .filter(({ run }) => run.cpu.otherCores > noisyCores)
  if (noisy.length > 0) {
    const most = Math.max(...noisy.map(({ run }) => run.cpu.otherCores))
    console.log(
      `\nThe machine was not quiet: in ${noisy.length} runs others used up to ${most.toFixed(1)} cores.`,
    )
  }
}

/** What a message took of the processors, and which statements a batch sent. */
function printBatches(outcomes: readonly Outcome[]): void {
  const measured = outcomes.filter(({ measurement: { unit } }) => unit === 'µs')
  if (measured.length === 0) return
  const rows = measured.map(({ measurement, figures }) => {
    const runs = figures.filter(({ target }) => target === 'server')
    const middle = (of: (figure: Figure) => number) => median(runs.map(of))
    const aBatch = (of: (counts: BatchCounts) => number) =>
      middle(({ batches }) => of(batches) / Math.max(1, batches.batches)).toFixed(1)
    return [
      measurement.name,
      ...[
        middle(({ run }) => processorUs(run.cpu.target, run)),
        middle(({ run }) => processorUs(run.cpu.database, run)),
        middle(({ run }) => processorUs(run.cpu.target + run.cpu.database, run)),
      ].map((one) => `${one.toFixed(0)} µs`),
      middle(({ run, batches }) => run.messages / Math.max(1, batches.batches)).toFixed(1),
      aBatch(({ statements }) => statements),
      aBatch(({ roundTrips }) => roundTrips),
      String(Math.max(...runs.map(({ batches }) => batches.roundTripsMost))),
    ]
  })
  const heads = [
    '',
    'server',
    'PostgreSQL',
    'together',
    'messages a batch',
    'statements',
    'round trips',
    'at most',
  ]
  console.log(`\n${table([heads, ...rows])}`)
}

export function writeJson(file: string, outcomes: Outcome[], circumstances: Circumstances): void {
  const machine = { cores: cpus().length, model: cpus()[0]?.model, node: process.version }
  const report = { ...circumstances, machine, verdicts: outcomes.map(judge), outcomes }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  console.log(`\nAll figures: ${file}`)
}

export const inUnit = (value: number, { unit }: Measurement): string =>
  unit === 'messages/s' ? Math.round(value).toLocaleString('en') : value.toFixed(unit === 's' ? 2 : 1)

const goalText = ({ kind, limit }: Goal, unit: Measurement['unit']): string =>
  ({ 'ratio at least': `>= ${limit}`, 'ratio at most': `<= ${limit}`, 'at most': `<= ${limit} ${unit}` })[
    kind
  ]

/** Columns side by side, the first to the left and the others to the right. */
export function table(rows: string[][]): string {
  // all rows have as many cells as the first
  const widths = first(rows).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    // as above
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')
  return rows.map(line).join('\n')
}
