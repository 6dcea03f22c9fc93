import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownCard } from './cards.ts'
import type { Payment } from './payment.ts'
import type { TillReceipt } from './till.ts'

/** A business account: of who sells nothing is kept but that there is one. */
export interface Vendor {
  ref: string
  payout: boolean
}

interface Kept {
  payments: Payment
  methods: { ref: string; card: KnownCard }
  /** what a call with this key was answered */
  answers: { key: string; content: string; status: number; body: unknown }
  receipts: TillReceipt
  vendors: Vendor
}

type Line = { [K in keyof Kept]: { kind: K; value: Kept[K] } }[keyof Kept]

/** What the sandbox knows, in a file of its own: a line for each change, the last one for each thing counts. */
export class Store {
  readonly payments = new Map<string, Payment>()
  readonly methods = new Map<string, Kept['methods']>()
  readonly answers = new Map<string, Kept['answers']>()
  readonly receipts = new Map<string, TillReceipt>()
  readonly vendors = new Map<string, Vendor>()
  private readonly file: string

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.file = join(folder, 'book.jsonl')
    if (!existsSync(this.file)) return
    // the last line may be cut off where the sandbox was killed
    for (const text of readFileSync(this.file, 'utf8').split('\n').slice(0, -1)) this.take(JSON.parse(text))
    this.compact()
  }

  /** Keeps changes, all of them or none. */
  keep(...lines: Line[]): void {
    appendFileSync(this.file, `${JSON.stringify(lines)}\n`, { mode: 0o600 })
    this.take(lines)
  }

  private take(lines: Line[]): void {
    for (const { kind, value } of lines) {
      if (kind === 'payments') this.payments.set(value.id, value)
      else if (kind === 'methods') this.methods.set(value.ref, value)
      else if (kind === 'receipts') this.receipts.set(value.key, value)
      else if (kind === 'vendors') this.vendors.set(value.ref, value)
      else this.answers.set(value.key, value)
    }
  }

  private compact(): void {
    const lines: Line[] = [
      ...[...this.payments.values()].map((value) => ({ kind: 'payments' as const, value })),
      ...[...this.methods.values()].map((value) => ({ kind: 'methods' as const, value })),
      ...[...this.answers.values()].map((value) => ({ kind: 'answers' as const, value })),
      ...[...this.receipts.values()].map((value) => ({ kind: 'receipts' as const, value })),
      ...[...this.vendors.values()].map((value) => ({ kind: 'vendors' as const, value })),
    ]
    writeFileSync(`${this.file}.new`, lines.map((line) => `${JSON.stringify([line])}\n`).join(''), {
      mode: 0o600,
    })
    renameSync(`${this.file}.new`, this.file)
  }
}
