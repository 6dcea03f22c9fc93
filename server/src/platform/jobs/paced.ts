import { setImmediate } from 'node:timers/promises'

const batch = 50

/** A long list as promises of its items, which are kept in batches: between two of them everybody else has a turn. */
export function paced<T>(items: readonly T[]): Promise<T>[] {
  let turn: Promise<void> = Promise.resolve()
  return items.map((item, nth) => {
    if (nth % batch === 0 && nth > 0) turn = turn.then(() => setImmediate())
    return turn.then(() => item)
  })
}

const pieceItems = 100

/** A value as JSON, its long lists in pieces with a turn for everybody else between them: what is large is not built at once. */
export async function* pacedJson(value: unknown): AsyncGenerator<string> {
  for (const piece of piecesOf(value)) {
    yield piece
    if (piece.length > pieceItems) await setImmediate()
  }
}

function* piecesOf(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > pieceItems) {
    for (let from = 0; from < value.length; from += pieceItems) {
      const piece = JSON.stringify(value.slice(from, from + pieceItems)).slice(1, -1)
      yield (from === 0 ? '[' : ',') + piece
    }
    yield ']'
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    let before = '{'
    for (const [name, part] of Object.entries(value)) {
      if (part === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* piecesOf(part)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  } else yield JSON.stringify(value)
}
