import type { Module } from './objects.ts'

/** What a partner does wrong. */
export type Fault =
  /** answers after a while, having done the work before it waits */
  | { kind: 'slow'; ms: number }
  /** answers with an HTTP status from 500 and does nothing */
  | { kind: 'error'; status: number }
  /** answers 401 although the token is right */
  | { kind: 'unauthorized' }
  /** writes credentials tokens as they are and understands only such */
  | { kind: 'plain-tokens' }
  /** keeps every session PENDING, whatever it is sent */
  | { kind: 'pending' }
  /** keeps an answer back until another one has gone out, or for `ms` */
  | { kind: 'out-of-order'; ms: number }
  /** does the work and never answers */
  | { kind: 'silent' }
  /** sends each command `copies` times at once */
  | { kind: 'duplicates'; copies: number }
  /** adds a property of so many characters to answers and requests */
  | { kind: 'huge'; length: number }
  /** sends the caller elsewhere, by 307 */
  | { kind: 'redirect'; to: string }

export type FaultKind = Fault['kind']
type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>

export interface FaultOptions {
  /** where it shows; everywhere if not given */
  modules?: Module[]
  /** how often it shows; until it is cleared if not given */
  times?: number
}

interface Standing {
  fault: Fault
  modules: Module[] | null
  left: number
}

/** The faults of an eMSP at the moment. */
export class Faults {
  #standing: Standing[] = []

  /** Begins a fault; one of the same kind ends. */
  set(fault: Fault, { modules, times = Number.POSITIVE_INFINITY }: FaultOptions = {}): void {
    this.clear(fault.kind)
    this.#standing.push({ fault, modules: modules ?? null, left: times })
  }

  /** Ends a fault, or all of them. */
  clear(kind?: FaultKind): void {
    this.#standing = kind === undefined ? [] : this.#standing.filter(({ fault }) => fault.kind !== kind)
  }

  /** The fault of this kind that shows in a module now, which counts as once; null if there is none. */
  take<K extends FaultKind>(kind: K, module: Module): FaultOf<K> | null {
    const found = this.#find(kind, module)
    if (!found) return null
    found.left -= 1
    if (found.left <= 0) this.#standing = this.#standing.filter((one) => one !== found)
    return found.fault as FaultOf<K>
  }

  /** Whether a fault of this kind shows in a module, without counting it. */
  shows(kind: FaultKind, module: Module): boolean {
    return this.#find(kind, module) !== undefined
  }

  #find(kind: FaultKind, module: Module): Standing | undefined {
    return this.#standing.find(
      ({ fault, modules }) => fault.kind === kind && (modules === null || modules.includes(module)),
    )
  }
}
