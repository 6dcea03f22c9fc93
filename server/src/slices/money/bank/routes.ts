import { contract, type BankLine as Line, type Remittance as Shown } from '@stationmaster/contract'
import { DAY_MS, dayOf } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { seesNetwork } from '../../../platform/http/caller.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { loadRates } from '../contracts/terms-store.ts'
import { listMoved } from '../providers/reconciliation/moved-store.ts'
import { type BankLine, matchLines, netOf, type Remittance, stateOf } from './rules.ts'
import { daysOf, findUploadedAt, insertLines, listLines, partOf } from './store.ts'

export interface BankParts {
  db: Db
  clock: Clock
  /** of the network: days begin by its clocks */
  timeZone: string
  /** ISO 4217, of what is taken */
  currency: string
}

/** so far back remittances are shown and matched */
const shownMs = 120 * DAY_MS

/** What providers pay into our account, matched with the bank's statements; for administrators, and for the network's accounters to read. */
export function bankRoutes(rest: Rest, { db, clock, timeZone, currency }: BankParts): void {
  /** What providers moved in the time that is shown, as parts of remittances. */
  const loadParts = async (since: Date) => {
    const [moved, rates] = await Promise.all([listMoved(db, since), loadRates(db)])
    const from = dayOf(since, timeZone)
    return moved.map(partOf(rates, timeZone)).filter(({ day }) => day > from)
  }

  route(rest, contract.bank.list, async ({ caller }) => {
    if (!seesNetwork(caller)) return { remittances: [], unmatched: [], uploaded_at: null }
    const now = clock.now()
    const since = new Date(now.getTime() - shownMs)
    const [parts, lines, uploadedAt] = await Promise.all([
      loadParts(since),
      listLines(db, dayOf(since, timeZone)),
      findUploadedAt(db),
    ])
    const { remittances, unmatched } = matchLines(daysOf(parts), lines)
    const today = dayOf(now, timeZone)
    return {
      remittances: remittances.map((one) => remittanceView(one, today)),
      unmatched: unmatched.map(lineView),
      uploaded_at: uploadedAt?.toISOString() ?? null,
    }
  })

  route(rest, contract.bank.payments, async ({ query, caller }) => {
    if (!seesNetwork(caller)) return { items: [], total: 0 }
    const { provider, from, to, limit, offset } = query
    const parts = await loadParts(new Date(clock.now().getTime() - shownMs))
    const beneath = parts
      .filter((one) => one.provider === provider && one.day >= from && one.day <= to)
      .sort((a, b) => b.day.localeCompare(a.day) || b.order_id - a.order_id)
    const items = beneath.slice(offset, offset + limit).map(({ provider: _, ...one }) => one)
    return { items, total: beneath.length }
  })

  route(rest, contract.bank.upload, async ({ body, caller, remoteAddress }) => {
    // a file once a week: what reads XML is not read at each start
    const { readStatement } = await import('./statement-file.ts')
    const { lines, ignored } = readStatement(body.text, currency)
    const at = clock.now()
    return inTransaction(db, async (tx) => {
      const added = await insertLines(tx, lines, { at, managerId: caller.id })
      const known = lines.length - added
      await audit(tx, {
        caller,
        remoteAddress,
        action: 'bank.upload',
        subjectType: 'bank_statement',
        subjectId: 0,
        after: { name: body.name, added, known, ignored },
        at,
      })
      return { added, known, ignored }
    })
  })
}

const lineView = (line: BankLine): Line => ({
  id: line.id,
  booked_on: line.bookedOn,
  amount: line.amountMinor,
  counterparty: line.counterparty,
  purpose: line.purpose,
  reference: line.reference,
})

const remittanceView = (one: Remittance, today: string): Shown => ({
  provider: one.provider,
  from: one.from,
  to: one.to,
  payments: one.payments,
  captured: one.capturedMinor,
  refunded: one.refundedMinor,
  fee: one.feeMinor,
  amount: netOf(one),
  state: stateOf(one, today),
  line: one.line && lineView(one.line),
})
