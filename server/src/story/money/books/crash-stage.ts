import { dayOf } from '@stationmaster/units'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { openTestDatabase } from '../../../platform/general/testing.ts'
import { listDifferences } from '../../../slices/money/ledger/totals-store.ts'
import { reconcile } from '../../../slices/money/providers/reconciliation/reconcile.ts'
import { freePort } from '../../world/server-process.ts'
import { StoryClock } from '../../world/story-clock.ts'
import { World } from '../../world/world.ts'
import { PaymentDoor } from '../payments/payment-door.ts'
import { SandboxProcess } from '../payments/payment-sandbox.ts'

const timeZone = 'Europe/Moscow'

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** When a process dies, the next one does its work. */
export const unlessKilled = (work: Promise<unknown>) => work.catch(() => undefined)

export async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!String(error).includes('killed')) throw error
    }
  }
}

/** Transactions end in the middle, at any row of money, as in a server that is killed there. */
const dies = [
  'provider_payments',
  'payment_operations',
  'payments',
  'refunds',
  'ledger_entries',
  'fiscal_receipts',
]

/**
 * What holds at every commit (docs/payments.md, docs/domain.md#orders), checked by the database itself: each broken one leaves a line, in
 * whatever transaction it was. The rest holds in the end, and is compared there.
 */
const watches: readonly { table: string; broken: string; when: string }[] = [
  {
    table: 'provider_payments',
    broken: 'holds cover what is captured and released',
    when: 'new.held_minor < new.captured_minor + new.canceled_minor or new.held_minor > new.amount_minor',
  },
  {
    table: 'provider_payments',
    broken: 'never more goes back than was captured',
    when: 'new.refunded_minor > new.captured_minor',
  },
  {
    table: 'provider_payments',
    broken: 'terminal states of payments are final',
    when: `old.state in ('captured', 'canceled', 'failed') and (new.state <> old.state
      or new.captured_minor <> old.captured_minor or new.refunded_minor < old.refunded_minor)`,
  },
  {
    table: 'orders',
    broken: 'terminal states of orders are final',
    when: `old.status in ('completed', 'canceled', 'expired') and new.status <> old.status`,
  },
  {
    table: 'orders',
    broken: 'every open order has a timer or a transaction',
    when: `new.status in ('wait_payment', 'active', 'countdown', 'starting') and new.due_at is null
      and new.start_tx_status is distinct from 'wait' and new.transaction_id is null`,
  },
]

/** A server whose calls to provider and till are lost and repeated, whose transactions die, and which is replaced by another. */
export class CrashStage {
  readonly sandbox = new SandboxProcess()
  readonly clock = new StoryClock((ms) => this.sandbox.forward(ms))
  private readonly door = new PaymentDoor(this.sandbox)
  private database!: Database
  private env: Record<string, string> = {}
  private readonly looks = new Set<Promise<void>>()
  private following: Promise<void> | null = null
  world!: World

  /** Opens it with nothing lost and nobody killed; `random` decides what is, once it `crashes`. */
  static async open(random: () => number): Promise<CrashStage> {
    const stage = new CrashStage(random)
    await stage.sandbox.start()
    await stage.door.open()
    stage.database = await openTestDatabase()
    stage.env = {
      ...stage.sandbox.env,
      PAYMENT_SANDBOX_URL: stage.door.url,
      FISCAL_TILL: 'sandbox',
      LOG_LEVEL: 'silent',
      PORT: String(await freePort()),
      SECRET_KEY: 'one key for one node after the other',
      ACCOUNT_REQUESTS_PER_ADDRESS: '100000',
    }
    await stage.begin()
    await stage.world.post('legal-details', {
      name: 'ООО Сеть',
      inn: '7707083893',
      address: 'Тверь',
      vat_percent: 22,
      valid_from: dayOf(stage.clock.now(), timeZone),
    })
    await stage.watch()
    return stage
  }

  private constructor(private readonly random: () => number) {}

  async close(): Promise<void> {
    await this.world.close()
    await this.database.close()
    this.door.close()
    await this.sandbox.remove()
  }

  private async begin(): Promise<void> {
    this.world = await World.open({ ...this.database, close: async () => {} }, this.clock, this.env)
  }

  /** The node goes, and another one takes over what it had in hand. */
  async replaceNode(): Promise<void> {
    await this.world.close()
    await this.begin()
  }

  get db() {
    return this.database.db
  }

  get paymentService() {
    return this.world.server.payments.paymentService
  }

  /** From now on so many calls are lost, on their way or with their answer, or come twice, and so many writes of money die; 0: none. */
  async crashes(lost: number, killed: number): Promise<void> {
    const random = this.random
    this.door.decide = () => {
      const arrives = random() < lost ? 0 : random() < lost ? 2 : 1
      return { arrives, answer: arrives === 0 || random() < lost ? 'lost' : 'returned' }
    }
    await sql`create or replace function die() returns trigger language plpgsql as ${sql.lit(
      `begin if random() < ${killed} then raise exception 'killed'; end if; return new; end`,
    )}`.execute(this.db)
  }

  private async watch(): Promise<void> {
    await this.crashes(0, 0)
    for (const table of dies)
      await sql`create trigger dies before insert or update on ${sql.table(table)} for each row execute function die()`.execute(
        this.db,
      )
    await sql`create table broken (what text, id bigint)`.execute(this.db)
    for (const [index, { table, broken, when }] of watches.entries()) {
      await sql`create function ${sql.raw(`watch_${index}`)}() returns trigger language plpgsql as ${sql.lit(
        `begin if ${when} then insert into broken values ('${broken}', new.id); end if; return null; end`,
      )}`.execute(this.db)
      await sql`create trigger ${sql.raw(`watch_${index}`)} after update on ${sql.table(table)}
        for each row execute function ${sql.raw(`watch_${index}`)}()`.execute(this.db)
    }
  }

  /**
   * What is due is done, as far as nobody dies of it. Two look at once, as on two nodes; who asks meanwhile has the look in common
   * that follows, for a look of everybody's own finds nothing more.
   */
  tick(): Promise<void> {
    if (this.looks.size < 2) return this.look()
    this.following ??= Promise.race(this.looks).then(() => {
      this.following = null
      return this.look()
    })
    return this.following
  }

  private look(): Promise<void> {
    const look = this.doDue().finally(() => this.looks.delete(look))
    this.looks.add(look)
    return look
  }

  private async doDue(): Promise<void> {
    const { server } = this.world
    await Promise.all(
      [
        this.paymentService.carryOutDue(),
        server.receipts.sendDue(),
        server.stations.timers.fire(),
        server.idleCars.lookAtAll(),
      ].map(unlessKilled),
    )
  }

  /** All that is under way comes to its end. */
  async drain(): Promise<void> {
    const open = sql<{ n: number }>`
      select (select count(*) from payment_operations where due_at is not null)::int
        + (select count(*) from fiscal_receipts where due_at is not null)::int as n`
    for (let round = 0; round < 20 && (await open.execute(this.db)).rows[0]!.n > 0; round += 1) {
      this.clock.forward(60_000 * 2 ** Math.min(round, 7))
      await this.tick()
    }
  }

  /** Every payment that waits for its driver's bank is agreed to, and read. */
  async agreeAll(): Promise<void> {
    const { rows } = await sql<{ id: number; url: string | null }>`select id, action ->> 'url' as url
      from provider_payments where state in ('created', 'pending', 'action')`.execute(this.db)
    for (const { id, url } of rows) {
      if (url) await this.sandbox.answer(url, { answer: 'yes' })
      await this.paymentService.read(id)
    }
  }

  /** The invariants, and that provider, payments, ledger and till tell the same. */
  async check(orderIds: readonly number[]): Promise<void> {
    const { db } = this
    const none = async (what: string, query: ReturnType<typeof sql>) =>
      expect((await query.execute(db)).rows, what).toEqual([])
    await none('broken on the way', sql`select distinct what from broken`)
    await none(
      'one open order at most on a connector',
      sql`select connector_id from orders
      where status not in ('completed', 'canceled', 'expired') group by 1 having count(*) > 1`,
    )
    await none(
      'one capture of a payment',
      sql`select payment_id from payment_operations
      where kind = 'capture' and state = 'done' group by 1 having count(*) > 1`,
    )
    await none(
      'nothing is held for ever',
      sql`select order_id, state from provider_payments
      where state in ('created', 'pending', 'action', 'held')`,
    )
    const theirs = await this.sandbox.payments()
    const refs = theirs.map(({ order_ref }) => order_ref)
    expect(new Set(refs).size, 'nothing is requested twice').toBe(refs.length)
    await none(
      'each requested refund was made once',
      sql`select p.id from provider_payments p where p.refunded_minor <>
      (select coalesce(sum(amount_minor), 0) from payment_operations where payment_id = p.id and kind = 'refund' and state = 'done')`,
    )

    expect(await listDifferences(db), 'ledger and totals').toEqual([])
    const { rows: trial } =
      await sql`select sum(balance_minor)::int as minor from ledger_balance_view`.execute(db)
    expect(trial, 'the trial balance').toEqual([{ minor: 0 }])
    // a call that was lost for hours came to the provider on another day
    await sql`update provider_payments p set created_at = t.created_at
      from json_to_recordset(${JSON.stringify(theirs)}::json) as t(id text, created_at timestamptz)
      where p.payment_ref = t.id`.execute(db)
    for (const day of new Set(theirs.map(({ created_at }) => dayOf(new Date(created_at), timeZone))))
      await reconcile(
        {
          db,
          clock: this.clock,
          paymentService: this.paymentService,
          provider: this.paymentService.provider,
          timeZone,
        },
        day,
      )
    await none(
      'provider and payments',
      sql`select kind, payment_id, ours, theirs from payment_differences where resolved_at is null`,
    )

    const { rows: sums } = await sql<Record<'orderId' | 'net' | 'sold' | 'money' | 'sale', number>>`
      with receipt as (
        select order_id, settlement, case kind when 'income' then amount_minor else -amount_minor end as minor
        from fiscal_receipts where state = 'done'
      )
      select o.id as "orderId",
        (select coalesce(sum(captured_minor - refunded_minor), 0)::int from provider_payments where order_id = o.id) as net,
        (select coalesce(sum(captured_minor - refunded_minor), 0)::int from payments
          where order_id = o.id and method_type in ('card', 'sbp')) as sold,
        (select coalesce(sum(minor), 0)::int from receipt where order_id = o.id and settlement in ('payment', 'prepayment')) as money,
        (select coalesce(sum(minor), 0)::int from receipt where order_id = o.id and settlement in ('payment', 'offset')) as sale
      from unnest(${orderIds}::bigint[]) as o(id)`.execute(db)
    for (const { orderId, net, sold, money, sale } of sums)
      expect({ money, sale }, `receipts of ${orderId}`).toEqual({ money: net, sale: sold })
    const { rows: made } = await sql<{ key: string; kind: string; total: number }>`
      select 'receipt:' || id || ':' || round as key, kind, amount_minor as total from fiscal_receipts`.execute(
      db,
    )
    const byKey = (all: { key: string }[]) => all.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const registered = (await this.sandbox.receipts()).map(({ key, kind, total }) => ({ key, kind, total }))
    expect(byKey(registered), 'receipts of the till').toEqual(byKey(made))
    expect(sums.filter(({ net }) => net > 0).length).toBeGreaterThan(orderIds.length / 5)
  }
}
