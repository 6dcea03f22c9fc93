import type { Language, Role, Statement, StatementFormat } from '@stationmaster/contract'
import { sql } from 'kysely'
import readSheet from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTerms } from '../../slices/money/contracts/store.ts'
import { findManager, findManagerByEmail, insertManager } from '../../slices/people/managers/store.ts'
import { readPdfText } from '../figures/pdf-text.ts'
import { SettlementWorld } from './settlement-world.ts'

describe('settlement with an owner', () => {
  // 10 March 2026
  let world: SettlementWorld
  beforeAll(async () => {
    world = await SettlementWorld.open()
    const by = { managerId: await world.office.idOf('administrator'), at: world.office.clock.now() }
    const agreed = { number: '7/26', inn: '7707083893', agentFeeBp: 1250, validFrom: '2026-01-01' }
    const network = {
      name: 'Сеть',
      inn: '7707083893',
      address: 'Тверь',
      vatBp: 2200,
      taxSystem: 'osn' as const,
      validFrom: '2026-01-01',
    }
    await world.db.transaction().execute(async (tx) => {
      await insertTerms(tx, 'contracts', { ...agreed, ownerId: world.ownerId }, by)
      await insertTerms(tx, 'legal_details', network, by)
    })
    await world.charge(1, '2026-01-05', {
      capturedMinor: 34_000,
      agentFeeMinor: 4250,
      bankCommissionMinor: 952,
    })
    await world.charge(2, '2026-01-05', { capturedMinor: 10_000, agentFeeMinor: 1250 })
    await world.charge(3, '2026-01-20', { methodType: 'cash', capturedMinor: 8000, agentFeeMinor: 1000 })
    await world.charge(4, '2026-02-03', { capturedMinor: 20_000, agentFeeMinor: 2500 })
    await world.charge(5, '2026-03-02', { capturedMinor: 5000, agentFeeMinor: 625 })
  })
  afterAll(() => world?.office.close())

  const january = { opening_balance: 0, due_amount: 34_000 + 10_000 - 6500 - 952, session_count: 3 }

  test('open months are listed with what is due, and only the oldest that is over can be issued', async () => {
    const { body } = await world.list()
    expect(body.map((row) => [row.month, row.status, row.waits_for, row.due_amount])).toEqual([
      ['2026-03', 'open', 'month_end', 4375],
      ['2026-02', 'open', 'earlier_month', 17_500],
      ['2026-01', 'open', null, 36_548],
    ])
    expect(body.at(-1)).toMatchObject({ ...january, can: { issue: true }, compensation: 8000 })
    expect(body[0]).toMatchObject({ opening_balance: 36_548 + 17_500, closing_balance: 58_423 })
    expect(await world.balance()).toBe(58_423)
  })

  test('a preview is what will be issued, by day, location and way to pay', async () => {
    const { body } = await world.preview('2026-01')
    expect(
      body.lines.map((line) => [line.day, line.location_name, line.method_type, line.due_amount]),
    ).toEqual([
      ['2026-01-05', 'Yard', 'card', 37_548],
      ['2026-01-20', 'Yard', 'cash', -1000],
    ])
    expect(body.by_method.map((one) => [one.method_type, one.amount])).toEqual([
      ['card', 44_000],
      ['cash', 8000],
    ])
    expect(body).toMatchObject({ id: null, number: null, closing_balance: 36_548 })
  })

  test.each([
    ['2026-03', 4375, 'settlement.month_running'],
    ['2026-02', 17_500, 'settlement.earlier_open'],
    ['2025-12', 0, 'settlement.nothing'],
    ['2026-01', 36_549, 'settlement.changed'],
  ])('%s with %i due is refused', async (month, due, code) => {
    expect(await world.issue(month, due)).toMatchObject({ status: 409, body: { code } })
  })

  test('issued twice at once it is one statement, and audited once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.issue('2026-01', 36_548)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.number}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 201,
      body: { number: '2026-1', status: 'issued', ...january },
    })
    const { rows } = await sql`select 1 from audit_log where action = 'settlement.issue'`.execute(world.db)
    expect(rows).toHaveLength(1)
  })

  test('what is refunded, or comes late, of an issued month is a line of the next, with its order', async () => {
    const [before] = (await world.list()).body.filter(({ month }) => month === '2026-01')
    await world.charge(1, '2026-02-12', { refundedMinor: 4000, agentFeeMinor: 3750, kind: 'refunded' })
    await world.charge(6, '2026-01-31', { capturedMinor: 700, agentFeeMinor: 87 })
    const { body } = await world.issue('2026-02')
    expect(
      body.lines.map((line) => [line.kind, line.day, line.order_id, line.session_count, line.due_amount]),
    ).toEqual([
      ['sessions', '2026-02-03', null, 1, 17_500],
      ['correction', '2026-01-31', 6, 1, 613],
      ['correction', '2026-02-12', 1, 0, -3500],
    ])
    expect(body).toMatchObject({ number: '2026-2', opening_balance: 36_548, due_amount: 14_613 })
    expect((await world.list()).body.find(({ month }) => month === '2026-01')).toEqual(before)
  })

  test('a payment is posted once, and undone only by a counter posting', async () => {
    const rows = (await world.list()).body
    const { id } = rows.find(({ month }) => month === '2026-01')!
    expect(await world.pay(id!, '2026-01-31')).toMatchObject({ body: { code: 'settlement.paid_day' } })
    expect(await world.pay(id!, '2026-03-11')).toMatchObject({ body: { code: 'settlement.paid_day' } })
    const twice = await Promise.all([world.pay(id!, '2026-03-05'), world.pay(id!, '2026-03-05')])
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(twice.find(({ status }) => status === 409)!.body.code).toBe('settlement.paid')
    const due = await world.dueByLedger()
    expect(due).toBe(58_423 - 2887 - 36_548)
    expect(await world.balance()).toBe(due)

    expect(await world.undo(id!)).toMatchObject({ status: 201, body: { status: 'issued', payment: null } })
    expect(await world.undo(id!)).toMatchObject({ status: 409, body: { code: 'settlement.not_paid' } })
    expect(await world.dueByLedger()).toBe(due + 36_548)
    const again = await world.pay(id!, '2026-03-06', '16')
    expect(again.body).toMatchObject({ status: 'paid', payment: { document_number: '16', amount: 36_548 } })
    expect(again.body.payments.map((payment) => payment.undone?.reason)).toEqual([
      'the bank sent it back',
      undefined,
    ])
    const march = (await world.preview('2026-03')).body
    expect(
      march.lines
        .filter(({ kind }) => kind === 'payout')
        .map((line) => [line.day, line.document_number, line.paid_amount]),
    ).toEqual([
      ['2026-03-05', '15', 36_548],
      ['2026-03-06', '16', 36_548],
      ['2026-03-10', '15', -36_548],
    ])
    expect(march.closing_balance).toBe(await world.dueByLedger())
  })

  test('the database refuses a change of an issued statement, a second one, and a second payment', async () => {
    for (const change of [
      sql`update statements set amount_minor = amount_minor + 1`,
      sql`update statements set lines = '[]'`,
      sql`delete from statements`,
      sql`truncate statements cascade`,
      sql`delete from statement_payments`,
      sql`update statement_payments set amount_minor = amount_minor + 1, undone_at = now(), undo_reason = 'x'
        where undone_at is null`,
      sql`update statement_payments set undo_reason = 'another' where undone_at is not null`,
      sql`insert into statement_payments (statement_id, amount_minor, paid_on, document_number, created_at)
        select statement_id, amount_minor, paid_on, document_number, created_at from statement_payments where undone_at is null`,
    ])
      await expect(change.execute(world.db)).rejects.toThrow(/not changed|only undone|_once/)
  })

  describe('a statement as a file', () => {
    const download = async (format: StatementFormat, language: Language = 'ru') => {
      const { body } = await world.list('manager')
      const { id } = body.find(({ month }) => month === '2026-02')!
      const document = { format, language }
      const link = await world.office.call<{ url: string }>(
        'manager',
        'POST',
        `settlements/${id}/download`,
        document,
      )
      const answer = await world.office.app.inject({ url: link.body.url })
      return { file: answer.rawPayload, name: String(answer.headers['content-disposition']) }
    }

    test('is named by owner and month', async () => {
      const { name } = await download('csv')
      expect(decodeURIComponent(name)).toMatch(/[^/]+_2026-02\.csv/)
    })

    test('a spreadsheet has real numbers and dates, and a row of totals that are theirs', async () => {
      const { file } = await download('xlsx')
      const [sheet] = await readSheet(file)
      const [head, ...rows] = sheet!.data
      expect(head).toContain('К перечислению')
      expect(rows.map((row) => [row[0], row[4], row[12]])).toEqual([
        ['Сессии', null, 175],
        ['Корректировка', '6', 6.13],
        ['Корректировка', '1', -35],
        ['Итого', null, 146.13],
      ])
      expect(rows[0]![1]).toEqual(new Date('2026-02-03T00:00:00Z'))
      expect(rows[0]!.slice(6, 11)).toEqual([1, 1, 200, 0, 25])
      for (const column of [6, 7, 8, 9, 10, 11, 12, 13]) {
        const [total, ...parts] = rows.map((row) => Math.round(Number(row[column]) * 1000)).toReversed()
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
      }
    })

    test.each([
      ['ru', ['Отчёт агента № 2026-2', 'февраль 2026', 'Договор № 7/26', '146,13 ₽', '511,61 ₽']],
      ['de', ['Abrechnung Nr. 2026-2', 'Februar 2026', '146,13 ₽']],
      ['en', ['Statement No. 2026-2', 'February 2026', '146.13 ₽']],
    ] as const)('a page in %s holds parties, contract, sums and their sign', async (language, words) => {
      const { file } = await download('pdf', language)
      const text = readPdfText(file).replaceAll('\n', ' ').replaceAll('\u00a0', ' ')
      for (const word of words) expect(text).toContain(word)
      expect(text).not.toContain('?')
      expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    })

    test('a link is good once, and only for one’s own', async () => {
      const { email } = await world.addOwner()
      const other = { token: (await world.office.logIn(email)).body.access_token }
      const issued = (await world.list('manager')).body.find(({ id }) => id !== null)!
      const body = { format: 'pdf', language: 'ru' }
      const path = `settlements/${issued.id}/download`
      expect((await world.office.call(other, 'POST', path, body)).status).toBe(404)
      const { url } = (await world.office.call<{ url: string }>('manager', 'POST', path, body)).body
      expect((await world.office.app.inject({ url })).statusCode).toBe(200)
      expect((await world.office.app.inject({ url })).statusCode).toBe(410)
    })
  })

  test('owners see their own, others’ are not there, and nobody else sees any', async () => {
    const { email } = await world.addOwner()
    const other = { token: (await world.office.logIn(email)).body.access_token }
    const all = (await world.list('manager')).body
    const rows = all.map(({ month, status, waits_for }) => `${month} ${status} ${waits_for}`)
    expect(rows).toEqual(['2026-03 open month_end', '2026-02 issued null', '2026-01 paid null'])
    const own = { body: all.slice(1) }
    const nothing = { issue: false, pay: false, undo_payment: false }
    expect(own.body[0]).toMatchObject({ issued_by: null, can: nothing })
    expect(own.body[1]!.payment).toMatchObject({ document_number: '16', created_by: null })
    const path = `settlements/${own.body[0]!.id}`
    expect((await world.office.call<Statement>('manager', 'GET', path)).body.lines).toHaveLength(3)
    expect((await world.list(other)).body).toEqual([])
    expect((await world.office.call(other, 'GET', path)).status).toBe(404)
    for (const role of ['operator', 'app-developer'] as const) {
      expect((await world.list(role)).status).toBe(403)
      expect((await world.office.call(role, 'GET', path)).status).toBe(403)
    }
    expect((await world.pay(own.body[0]!.id!, '2026-03-05', '1', 'manager')).status).toBe(403)
  })

  test('accounters read what is theirs to count, and nothing is offered to them to do', async () => {
    const { office, ownerId, db } = world
    const [seen, whole] = [await world.list('accounter'), await world.list()]
    expect(seen.body.map(({ id, month, status }) => [id, month, status])).toEqual(
      whole.body.map(({ id, month, status }) => [id, month, status]),
    )
    const nothing = { issue: false, pay: false, undo_payment: false }
    for (const row of seen.body) expect(row.can).toEqual(nothing)
    const [open, issued] = [
      seen.body.find(({ id }) => id === null)!,
      seen.body.find(({ id }) => id !== null)!,
    ]
    expect(open).toBeDefined()
    const preview = `settlements/preview?owner_id=${open.owner_id}&month=${open.month}`
    expect((await office.call<Statement>('accounter', 'GET', preview)).body).toMatchObject({ can: nothing })
    const file = { format: 'csv', language: 'en' }
    const download = `settlements/${issued.id}/download`
    expect((await office.call('accounter', 'POST', download, file)).status).toBe(201)
    expect((await world.pay(issued.id!, '2026-03-05', '1', 'accounter')).status).toBe(403)

    const known = (await findManager(db, ownerId))!
    const other = await world.addOwner()
    const works = async (of: number, email: string) => {
      await insertManager(db, {
        email,
        passwordHash: known.password_hash,
        role: 'accounter',
        ownerId: of,
        firstName: 'A',
        lastName: 'C',
        createdAt: office.clock.now(),
      })
      return { token: (await office.logIn(email)).body.access_token }
    }
    const theirs = await works(ownerId, 'theirs@example.com')
    const foreign = await works(other.id, 'foreign@example.com')
    expect((await world.list(theirs)).body.map(({ month }) => month)).toEqual([
      '2026-03',
      '2026-02',
      '2026-01',
    ])
    expect((await world.list(theirs)).body[0]).toMatchObject({ can: nothing, issued_by: null })
    expect((await office.call<Statement>(theirs, 'GET', preview)).body).toMatchObject({ can: nothing })
    expect((await office.call(foreign, 'GET', preview)).status).toBe(409)
    expect((await world.list(foreign)).body).toEqual([])
    for (const path of [`settlements/${issued.id}`, download])
      expect((await office.call(foreign, path === download ? 'POST' : 'GET', path, file)).status).toBe(404)
  })

  test('whose balance somebody is shown is said', async () => {
    const { office, ownerId, db } = world
    const of = async (who: Role | { token: string }, id: number) =>
      (await office.call<{ of: string; owner_name: string | null }>(who, 'GET', `managers/${id}/balance`))
        .body
    expect(await of('manager', ownerId)).toMatchObject({ of: 'own', owner_name: null })
    for (const role of ['administrator', 'accounter', 'app-developer'] as const)
      expect(await of(role, await office.idOf(role))).toMatchObject({ of: 'network', owner_name: null })
    const [accounter, owner] = [
      (await findManagerByEmail(db, 'theirs@example.com'))!,
      await findManager(db, ownerId),
    ]
    const token = (await office.logIn(accounter.email)).body.access_token
    const { first_name, last_name } = owner!
    expect(await of({ token }, accounter.id)).toMatchObject({
      of: 'owner',
      owner_name: `${first_name} ${last_name}`,
    })
  })
})
