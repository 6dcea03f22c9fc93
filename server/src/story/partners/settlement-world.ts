import type { ErrorAnswer, PaymentMethodType, Role, Statement, StatementRow } from '@stationmaster/contract'
import { sql } from 'kysely'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { type Charge, transfersOf } from '../../slices/money/ledger/rules.ts'
import { type EntryKind, post } from '../../slices/money/ledger/store.ts'
import { findManager, insertManager } from '../../slices/people/managers/store.ts'
import { type Answer, Office } from '../world/office.ts'

type Who = Role | { token: string }

/** An office on 10 March 2026 with one owner and one location, whose sessions are posted to the ledger as payments do it. */
export class SettlementWorld {
  private constructor(
    readonly office: Office,
    readonly ownerId: number,
    readonly locationId: number,
  ) {}

  private owners = 0
  private readonly charges = new Map<number, { charge: Charge; posted: number }>()

  static async open(): Promise<SettlementWorld> {
    const office = await Office.open(await openTestDatabase())
    const ownerId = await office.idOf('manager')
    return new SettlementWorld(office, ownerId, await office.addLocation('Yard', ownerId))
  }

  get db() {
    return this.office.database.db
  }

  /** A session that ended, or what became of its payment on a day. */
  async charge(
    orderId: number,
    day: string,
    input: Partial<Charge> & { energyWh?: number; kind?: EntryKind; ownerId?: number },
  ): Promise<void> {
    const { energyWh = 1000, kind, ...change } = input
    const known = this.charges.get(orderId)
    const before = known?.charge ?? null
    const nothing: Charge = {
      methodType: 'card',
      provider: 'p',
      marketShopId: 's1',
      ownerId: this.ownerId,
      driverId: null,
      fleetId: null,
      capturedMinor: 0,
      refundedMinor: 0,
      chargedBackMinor: 0,
      agentFeeMinor: 0,
      bankCommissionMinor: 0,
    }
    const after = { ...(before ?? nothing), ...change }
    const number = (known?.posted ?? 0) + 1
    await this.db.transaction().execute((tx) =>
      post(tx, [
        {
          cause: `order:${orderId}:${number}`,
          kind: kind ?? (before ? 'corrected' : 'closed'),
          at: this.office.clock.now(),
          businessDay: day,
          orderId,
          locationId: this.locationId,
          ownerId: after.ownerId,
          methodType: after.methodType as PaymentMethodType,
          provider: after.provider,
          marketShopId: after.marketShopId,
          ...(before ? { orderCount: 0, energyWh: 0 } : { orderCount: 1, energyWh }),
          transfers: transfersOf({ type: 'charge', before, after }),
        },
      ]),
    )
    this.charges.set(orderId, { charge: after, posted: number })
  }

  /** Another owner, who has the password of the first. */
  async addOwner(): Promise<{ id: number; email: string }> {
    const known = await findManager(this.db, this.ownerId)
    this.owners += 1
    const email = `owner${this.owners}@example.com`
    const id = await insertManager(this.db, {
      email,
      passwordHash: known!.password_hash,
      role: 'manager',
      firstName: 'Owner',
      lastName: `No. ${this.owners}`,
      createdAt: this.office.clock.now(),
    })
    return { id: id!, email }
  }

  list = (who: Who = 'administrator', year = 2026) =>
    this.office.call<StatementRow[]>(who, 'GET', `settlements?year=${year}`)

  preview = (month: string, ownerId = this.ownerId) =>
    this.office.call<Statement & ErrorAnswer>(
      'administrator',
      'GET',
      `settlements/preview?owner_id=${ownerId}&month=${month}`,
    )

  /** Issues what the preview shows, or another sum. */
  async issue(
    month: string,
    dueMinor?: number,
    ownerId = this.ownerId,
  ): Promise<Answer<Statement & ErrorAnswer>> {
    const due_amount = dueMinor ?? (await this.preview(month, ownerId)).body.due_amount ?? 0
    return this.office.call('administrator', 'POST', 'settlements', { owner_id: ownerId, month, due_amount })
  }

  pay = (id: number, paid_on: string, document_number = '15', who: Who = 'administrator') =>
    this.office.call<Statement & ErrorAnswer>(who, 'POST', `settlements/${id}/payment`, {
      paid_on,
      document_number,
    })

  undo = (id: number, reason = 'the bank sent it back') =>
    this.office.call<Statement & ErrorAnswer>('administrator', 'POST', `settlements/${id}/payment/undo`, {
      reason,
    })

  /** What the ledger says is due to an owner. */
  async dueByLedger(ownerId = this.ownerId): Promise<number> {
    const { rows } = await sql<{ minor: number }>`
      select -balance_minor as minor from ledger_balance_view where account = ${`owner_payable:${ownerId}`}`.execute(
      this.db,
    )
    return rows[0]?.minor ?? 0
  }

  async balance(who: Who = 'manager', ownerId = this.ownerId): Promise<number> {
    const { body } = await this.office.call<{ available: { amount: number } }>(
      who,
      'GET',
      `managers/${ownerId}/balance`,
    )
    return body.available.amount
  }
}
