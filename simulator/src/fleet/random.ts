/** A deterministic source of chance: the same seed gives the same life. */
export interface Random {
  /** from 0 up to, not including, 1 */
  next(): number
  between(from: number, to: number): number
  /** a whole number, both ends included */
  integer(from: number, to: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  chance(probability: number): boolean
  /** how many events of a mean rate fall into one interval; at most 1000 */
  count(mean: number): number
}

/** Turns any text or number into 32 bits (FNV-1a), for seeds that are names. */
export function seedOf(seed: string | number): number {
  let hash = 0x811c9dc5
  for (const character of String(seed)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  }
  return hash
}

/** A Random of a seed (mulberry32). */
export function randomOf(seed: string | number): Random {
  let state = seedOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    return mixed(state)
  }
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    chance: (probability) => next() < probability,
    count: (mean) => poisson(Math.min(mean, 500), next),
  }
}

/** Noise from -1 to 1 that depends on the seed and the index only, not on earlier calls. */
export function noiseAt(seed: number, index: number): number {
  return mixed((seed ^ Math.imul(index | 0, 0x9e3779b1)) >>> 0) * 2 - 1
}

function mixed(state: number): number {
  let bits = Math.imul(state ^ (state >>> 15), state | 1)
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
  return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
}

function poisson(mean: number, next: () => number): number {
  const limit = Math.exp(-mean)
  let product = next()
  let count = 0
  while (product > limit && count < 1000) {
    product *= next()
    count += 1
  }
  return count
}
