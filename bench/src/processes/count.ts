// Loaded into the server ahead of its program: counts the statements and the round trips of the batches of stations' messages,
// and sends the counts on request.
import pg from 'pg'
import { type BatchCounts, isOfBatch, noBatches } from './batch-counts.ts'

interface Counting {
  statements: number
  roundTrips: number
  unanswered: number
  isBatch: boolean
}

const counts: BatchCounts = { ...noBatches }
const open = new WeakMap<object, Counting>()

type Ask = (this: object, ...given: unknown[]) => unknown
type Done = (error: Error | null, result?: unknown) => void
const client = pg.Client.prototype as unknown as { query: Ask }
const ask = client.query
client.query = function counted(...given) {
  const [first] = given
  const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
  const last = given.findLastIndex((one) => typeof one === 'function')
  if (text === undefined || last < 0) return ask.apply(this, given)
  if (text === 'begin') open.set(this, { statements: 0, roundTrips: 0, unanswered: 0, isBatch: false })
  const mine = open.get(this)
  if (!mine) {
    // a statement without a transaction is one of its own
    if (isOfBatch(text)) {
      counts.batches += 1
      counts.statements += 1
      counts.roundTrips += 1
    }
    return ask.apply(this, given)
  }
  mine.statements += 1
  if (mine.unanswered === 0) mine.roundTrips += 1
  mine.unanswered += 1
  mine.isBatch ||= isOfBatch(text)
  if (text === 'commit' || text === 'rollback') {
    open.delete(this)
    if (mine.isBatch) {
      counts.batches += 1
      counts.statements += mine.statements
      counts.roundTrips += mine.roundTrips
      counts.roundTripsMost = Math.max(counts.roundTripsMost, mine.roundTrips)
    }
  }
  const done = given[last] as Done
  const answered: Done = (error, result) => {
    mine.unanswered -= 1
    done(error, result)
  }
  return ask.apply(this, given.with(last, answered))
}

process.on('message', (message) => {
  if (message !== 'counts') return
  process.send?.(counts)
  counts.roundTripsMost = 0
})
// the server ends by itself
process.channel?.unref()
