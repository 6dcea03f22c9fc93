/** Numbers that look random and are the same again for the same seed (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: string) {
    // FNV-1a spreads the seed's characters over 32 bits
    this.#state = [...seed].reduce(
      (hash, sign) => Math.imul(hash ^ sign.codePointAt(0)!, 16_777_619),
      -2_128_831_035,
    )
  }

  /** from 0 to below 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** an integer from 0 to below `count` */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** true `part` of the time */
  happens(part: number): boolean {
    return this.next() < part
  }
}
