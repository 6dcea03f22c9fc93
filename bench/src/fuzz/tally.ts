import { appendFileSync } from 'node:fs'

/** Something that must not happen, with all that is needed to send it again. */
export interface Fault {
  /** what happened, the same words for the same cause */
  what: string
  /** what was sent, or the last things that were */
  sent: unknown
  answer?: string
}

const shownEach = 3
const shownCharacters = 2_000

/** Counts what was sent and answered, and keeps what must not have happened. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #faults = new Map<string, number>()

  /** `file` takes every fault whole, one JSON line each. */
  constructor(private readonly file: string) {}

  count(kind: string, answer: string): void {
    const answers = this.#counts.get(kind) ?? new Map<string, number>()
    this.#counts.set(kind, answers)
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }

  fault(fault: Fault): void {
    const before = this.#faults.get(fault.what) ?? 0
    this.#faults.set(fault.what, before + 1)
    if (before >= shownEach) return
    const line = JSON.stringify({ at: new Date().toISOString(), ...fault })
    appendFileSync(this.file, `${line}\n`)
    console.log(`FAULT ${fault.what}\n  ${line.slice(0, shownCharacters)}`)
  }

  get faulty(): boolean {
    return this.#faults.size > 0
  }

  get sent(): number {
    return [...this.#counts.values()].reduce((sum, answers) => sum + total(answers), 0)
  }

  print(): void {
    for (const [kind, answers] of [...this.#counts].sort(([a], [b]) => a.localeCompare(b))) {
      const each = [...answers].sort(([, a], [, b]) => b - a).map(([answer, count]) => `${answer} ${count}`)
      console.log(`${kind.padEnd(28)} ${String(total(answers)).padStart(8)}   ${each.join(', ')}`)
    }
    for (const [what, count] of this.#faults) console.log(`FAULT ${what}: ${count} times`)
    if (this.faulty) console.log(`What was sent stands in ${this.file}`)
  }
}

const total = (answers: ReadonlyMap<string, number>): number =>
  [...answers.values()].reduce((sum, count) => sum + count, 0)
