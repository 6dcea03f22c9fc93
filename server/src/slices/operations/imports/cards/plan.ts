import { type CardColumn, cardColumns, type ErrorCode } from '@stationmaster/contract'
import type {
  CardFields,
  CardRow,
  DriverNames,
  NamedDriver,
} from '../../../charging/drivers/card-rows-store.ts'
import { tokenKey } from '../../../charging/drivers/tokens.ts'
import { Wrong } from '../columns.ts'
import type { Line } from '../csv.ts'
import { headerFaults, type RowFault } from '../faults.ts'
import { driverReaders, readToken, valueReaders } from './columns.ts'

/** The values by which a row names its driver; all that are given must be of the same one. */
interface DriverRef {
  driver_id?: number
  driver_email?: string
  driver_phone?: string
}

/** A row of a file, before drivers and groups are looked up. */
interface GatheredCard {
  line: number
  token: string
  /** expiry, payment and block, as far as the file has them */
  fields: Partial<CardFields>
  /** undefined: the file has no columns of drivers; null: no driver */
  driver: DriverRef | null | undefined
  /** as the file has it; undefined: there is no such column; '': no group */
  group: string | undefined
}

export interface GatheredCards {
  rows: number
  cards: GatheredCard[]
  faults: RowFault[]
}

/** What the database holds of the things in a file. */
export interface PresentCards {
  cards: readonly CardRow[]
  drivers: readonly NamedDriver[]
  groups: readonly { key: string; name: string }[]
}

/** What an import adds and changes. */
export interface CardPlan {
  added: CardRow[]
  changed: { before: CardRow; after: CardRow }[]
  unchanged: number
  faults: RowFault[]
}

/** The columns of the header in their order, and its faults. */
export function readHeader(cells: readonly string[]): { header: string[]; faults: RowFault[] } {
  const header = cells.map((cell) => cell.trim().toLowerCase())
  return { header, faults: headerFaults(header, cardColumns, ['token']) }
}

type Fault = (column: CardColumn, code: ErrorCode, allowed?: Wrong['allowed']) => void

/** Reads the rows of a file one after another. */
export class CardGatherer {
  readonly result: GatheredCards = { rows: 0, cards: [], faults: [] }
  private readonly at: ReadonlyMap<string, number>
  private readonly seen = new Set<string>()

  constructor(header: readonly string[]) {
    this.at = new Map(header.map((name, index) => [name, index]))
  }

  add({ line, cells }: Line): void {
    this.result.rows += 1
    const cell = (name: CardColumn) => (cells[this.at.get(name) ?? -1] ?? '').trim()
    const fault: Fault = (column, code, allowed) =>
      this.result.faults.push({ line, column, code, value: cell(column).slice(0, 100), allowed })
    const fields: Partial<CardFields> = {}
    for (const name of ['expires_at', 'payment', 'blocked'] as const) {
      if (!this.at.has(name)) continue
      const value = valueReaders[name](cell(name))
      if (value instanceof Wrong) fault(name, 'import.value', value.allowed)
      else Object.assign(fields, value)
    }
    const driver = this.driverOf(cell, fault)
    const group = this.at.has('group') ? cell('group') : undefined
    const token = this.tokenOf(cell('token'), fault)
    if (token !== null) this.result.cards.push({ line, token, fields, driver, group })
  }

  /** The card's number; null: it is missing, wrong, or of an earlier row. */
  private tokenOf(cell: string, fault: Fault): string | null {
    const token = cell === '' ? null : readToken(cell)
    if (token === null) fault('token', 'import.required')
    else if (token instanceof Wrong) fault('token', 'import.value', token.allowed)
    else if (this.seen.has(token)) fault('token', 'import.card_twice')
    else {
      this.seen.add(token)
      return token
    }
    return null
  }

  private driverOf(cell: (name: CardColumn) => string, fault: Fault): DriverRef | null | undefined {
    const names = (['driver_id', 'driver_email', 'driver_phone'] as const).filter((name) => this.at.has(name))
    const ref: DriverRef = {}
    for (const name of names.filter((one) => cell(one) !== '')) {
      const value = driverReaders[name](cell(name))
      if (value instanceof Wrong) fault(name, 'import.value', value.allowed)
      else Object.assign(ref, { [name]: value })
    }
    if (names.every((name) => cell(name) === '') && cell('driver_name') !== '')
      fault('driver_name', 'import.driver_only_named')
    if (names.length === 0) return undefined
    return Object.keys(ref).length > 0 ? ref : null
  }
}

/** By what the rows of a file name their drivers. */
export function driverNamesOf(cards: readonly GatheredCard[]): DriverNames {
  const refs = cards.flatMap(({ driver }) => driver ?? [])
  return {
    ids: refs.flatMap(({ driver_id }) => driver_id ?? []),
    emails: refs.flatMap(({ driver_email }) => driver_email ?? []),
    phones: refs.flatMap(({ driver_phone }) => driver_phone ?? []),
  }
}

const newCard: CardFields = {
  driverId: null,
  group: null,
  expiresAt: null,
  payment: 'account',
  blocked: false,
}
const names = ['driverId', 'group', 'expiresAt', 'payment', 'blocked'] as const

/** Compares a file with the database. */
export function planCards({ cards }: GatheredCards, present: PresentCards): CardPlan {
  const plan: CardPlan = { added: [], changed: [], unchanged: 0, faults: [] }
  const driverOf = driverFinder(present.drivers)
  const groupOf = groupFinder(present.groups)
  const there = new Map(present.cards.map((card) => [card.token, card]))
  for (const { line, token, fields, driver, group } of cards) {
    const found = driver ? driverOf(driver) : driver
    const foundGroup = group ? groupOf(group) : group === '' ? null : undefined
    const faults = [found, foundGroup].filter((one) => one instanceof NotFound)
    for (const { column, code, value } of faults) plan.faults.push({ line, column, code, value })
    if (found instanceof NotFound || foundGroup instanceof NotFound) continue
    const before = there.get(token)
    const after: CardRow = { ...newCard, ...before, ...fields, token }
    if (found !== undefined) after.driverId = found
    if (foundGroup !== undefined) after.group = foundGroup
    if (!before) plan.added.push(after)
    else if (names.some((name) => before[name] !== after[name])) plan.changed.push({ before, after })
    else plan.unchanged += 1
  }
  return plan
}

/** Why a driver or a group is not found. */
class NotFound {
  constructor(
    readonly column: CardColumn,
    readonly code: ErrorCode,
    readonly value: string,
  ) {}
}

/** Finds the one driver that everything that a row says is true of. */
function driverFinder(drivers: readonly NamedDriver[]): (ref: DriverRef) => number | NotFound {
  const by = (keyOf: (driver: NamedDriver) => string | null): Map<string, number[]> => {
    const found = new Map<string, number[]>()
    for (const driver of drivers) {
      const key = keyOf(driver)
      if (key !== null) found.set(key, [...(found.get(key) ?? []), driver.id])
    }
    return found
  }
  const known = {
    driver_id: by(({ id }) => String(id)),
    driver_email: by(({ email }) => email),
    driver_phone: by(({ phone }) => phone),
  }
  return (ref) => {
    let fitting: readonly number[] | undefined
    let [column, value]: [CardColumn, string] = ['driver_id', '']
    for (const name of ['driver_id', 'driver_email', 'driver_phone'] as const) {
      if (ref[name] === undefined) continue
      ;[column, value] = [name, String(ref[name])]
      const ids = known[name].get(value) ?? []
      if (ids.length === 0) return new NotFound(column, 'import.driver_unknown', value)
      fitting = fitting ? fitting.filter((id) => ids.includes(id)) : ids
      if (fitting.length === 0) return new NotFound(column, 'import.driver_differs', value)
    }
    const [id, another] = fitting ?? []
    return id === undefined || another !== undefined
      ? new NotFound(column, 'import.driver_ambiguous', value)
      : id
  }
}

/** Finds a group by its name at stations, or else by its name in the back office. */
function groupFinder(groups: PresentCards['groups']): (name: string) => string | NotFound {
  const keys = new Set(groups.map(({ key }) => key))
  const byName = new Map<string, string[]>()
  for (const { key, name } of groups) {
    const folded = name.toLowerCase()
    byName.set(folded, [...(byName.get(folded) ?? []), key])
  }
  return (name) => {
    if (keys.has(tokenKey(name))) return tokenKey(name)
    const [key, another] = byName.get(name.toLowerCase()) ?? []
    if (key === undefined) return new NotFound('group', 'import.group_unknown', name.slice(0, 100))
    return another === undefined ? key : new NotFound('group', 'import.group_ambiguous', name)
  }
}
