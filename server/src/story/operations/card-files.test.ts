import { type CardImport, cardColumns, cardFileBytes, type ErrorAnswer } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabases } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

const file = (...rows: string[]) => rows.join('\n')

describe.each(openTestDatabases())('files of RFID cards ($name)', ({ open }) => {
  let office: Office
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    office = await Office.open(await open())
    const people = {
      anna: { first_name: 'Anna', email: 'Anna@drivers.example', phone: '+7 (911) 000-11-22' },
      boris: { first_name: '=Boris', email: 'boris@drivers.example', phone: null },
      silent: { first_name: 'Silent', last_name: 'One' },
      twin: { first_name: 'Twin', phone: '8 800' },
      other: { first_name: 'Other', phone: '8800' },
    }
    for (const [name, body] of Object.entries(people))
      ids[name] = (await office.call<{ id: number }>('administrator', 'POST', 'drivers', body)).body.id
    await office.call('administrator', 'PUT', 'tag-groups/VIP', { name: 'Guests', charging: 'free' })
    await office.call('administrator', 'PUT', 'tag-groups/A1', { name: 'Same', charging: 'free' })
    await office.call('administrator', 'PUT', 'tag-groups/A2', { name: 'same', charging: 'usual' })
  })
  afterAll(() => office.close())

  const send = async <T = CardImport>(csv: string, dryRun = false, language = 'en') => {
    const answer = await office.app.inject({
      method: 'POST',
      url: `/api/v1/id-tokens/import?dry_run=${dryRun}`,
      headers: {
        authorization: `Bearer ${await office.tokenOf('administrator')}`,
        'content-type': 'text/csv; charset=utf-8',
        'accept-language': language,
      },
      payload: csv,
    })
    return { status: answer.statusCode, body: answer.json() as T }
  }
  const exported = async () => (await office.call<string>('administrator', 'GET', 'id-tokens/export')).body
  const cardsOf = async (...tokens: string[]) =>
    office.database.db
      .selectFrom('id_tokens')
      .select(['token', 'driver_id', 'group_id', 'expires_at', 'payment_method_type', 'blocked'])
      .where('token', 'in', tokens)
      .orderBy('token')
      .execute()
  const audited = async (token: string) =>
    (
      await office.database.db
        .selectFrom('audit_log')
        .select(['action', 'manager_id'])
        .where('subject_id', '=', token)
        .orderBy('id')
        .execute()
    ).map(({ action, manager_id }) => [action, typeof manager_id])

  test('cards are shown first, then registered all at once; a second time changes nothing', async () => {
    const csv = file(
      'Token;driver_email;driver_phone;group;expires_at;payment;blocked',
      'f1;ANNA@drivers.example;;guests;2030-01-01T03:00:00+03:00;;',
      'F2;;79110001122;vip;;cash;TRUE',
      'F3;;;;;;false',
    )
    const preview = await send(csv, true)
    expect([preview.status, preview.body]).toMatchObject([
      200,
      { applied: false, rows: 3, cards: { added: 3, changed: 0, unchanged: 0 }, errors_total: 0 },
    ])
    expect(await cardsOf('F1', 'F2', 'F3')).toEqual([])
    expect((await send(csv)).body).toMatchObject({ applied: true, cards: { added: 3 } })
    const usual = { expires_at: null, payment_method_type: 'account', blocked: false }
    expect(await cardsOf('F1', 'F2', 'F3')).toEqual([
      { ...usual, token: 'F1', driver_id: ids.anna, group_id: 'VIP', expires_at: new Date('2030-01-01') },
      {
        token: 'F2',
        driver_id: ids.anna,
        group_id: 'VIP',
        expires_at: null,
        payment_method_type: 'cash',
        blocked: true,
      },
      { ...usual, token: 'F3', driver_id: null, group_id: null },
    ])
    expect((await send(csv)).body.cards).toEqual({ added: 0, changed: 0, unchanged: 3 })
    expect(await audited('F1')).toEqual([['token.add', 'number']])
  })

  test('what a file does not have stays as it is, an empty cell takes away', async () => {
    await send(file('token,driver_id,group,payment,blocked', `G1,${ids.boris},VIP,cash,true`))
    expect((await send(file('token,blocked', 'g1,false'))).body.cards).toEqual({
      added: 0,
      changed: 1,
      unchanged: 0,
    })
    expect(await cardsOf('G1')).toMatchObject([
      { driver_id: ids.boris, group_id: 'VIP', payment_method_type: 'cash', blocked: false },
    ])
    await send(file('token,driver_email,group,payment,blocked', 'G1,,,,'))
    expect(await cardsOf('G1')).toMatchObject([
      { driver_id: null, group_id: null, payment_method_type: 'cash', blocked: false },
    ])
    expect(await audited('G1')).toEqual(
      ['add', 'change', 'change'].map((what) => [`token.${what}`, 'number']),
    )
  })

  test('each error has its line and its column, in the reader’s language, and nothing is changed', async () => {
    const csv = file(
      'token,driver_id,driver_email,driver_phone,driver_name,group,expires_at,payment,blocked',
      'E1,,nobody@drivers.example,,,,,,',
      'E2,,,+1 555,,,,,',
      'E3,,,8-800,,,,,',
      `E4,${'BORIS'},,,,,,,`,
      `E5,${ids.boris},anna@drivers.example,,,,,,`,
      'E6,,,,Anna,,,,',
      'E7,,,,,nowhere,,,',
      'E8,,,,,Same,,,',
      'E9,,,,,,2030-01-01,,',
      'E10,,,,,,,gold,',
      'E11,,,,,,,,perhaps',
      ',,,,,,,,',
      'e1,,,,,,,,',
      `${'X'.repeat(37)},,,,,,,,`,
      'E12,,,,,,,,',
    )
    const { status, body } = await send<ErrorAnswer & { details: CardImport }>(csv)
    const result = body.details
    expect([status, body.code, result.errors_total]).toEqual([400, 'import.rows_wrong', 14])
    expect(result.errors.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'driver_email', 'import.driver_unknown'],
      [3, 'driver_phone', 'import.driver_unknown'],
      [4, 'driver_phone', 'import.driver_ambiguous'],
      [5, 'driver_id', 'import.value'],
      [6, 'driver_email', 'import.driver_differs'],
      [7, 'driver_name', 'import.driver_only_named'],
      [8, 'group', 'import.group_unknown'],
      [9, 'group', 'import.group_ambiguous'],
      [10, 'expires_at', 'import.value'],
      [11, 'payment', 'import.value'],
      [12, 'blocked', 'import.value'],
      [13, 'token', 'import.required'],
      [14, 'token', 'import.card_twice'],
      [15, 'token', 'import.value'],
    ])
    expect(await cardsOf('E1', 'E12')).toEqual([])
    const russian = await send(csv, true, 'ru')
    expect(russian.body.errors[0]?.error).toBe('Такого водителя нет.')
    expect((await send(csv, true, 'de')).body.errors[9]?.error).toContain('account, card, terminal, cash')
  })

  test('the file of all cards is taken back unchanged, and no spreadsheet runs what is in it', async () => {
    await send(
      file('token,driver_id,expires_at', `"=1+1",${ids.boris},`, `H2,${ids.silent},2031-05-06T07:08:09.123Z`),
    )
    const csv = await exported()
    expect(csv.split('\r\n')[0]).toBe(`\uFEFF${cardColumns.join(',')}`)
    const boris = csv.split('\r\n').find((line) => line.includes('1+1'))
    expect(boris).toBe(`'=1+1,${ids.boris},boris@drivers.example,,'=Boris,,,account,false`)
    expect(csv).toContain(`H2,${ids.silent},,,Silent One,,2031-05-06T07:08:09.123Z,account,false`)
    const { rows, cards, errors } = (await send(csv)).body
    expect([cards, errors]).toEqual([{ added: 0, changed: 0, unchanged: rows }, []])
  })

  test('a card that was shown unknown is off the list of unknown cards', async () => {
    const { db } = office.database
    const at = new Date('2026-01-01')
    await office.addStation(await office.addLocation('Shown'), 'SHOWN-1')
    await db
      .insertInto('unknown_tags')
      .values({ token: 'U1', shown: 3, first_at: at, last_at: at, station_id: 'SHOWN-1' })
      .execute()
    await send(file('token', 'u1'))
    expect(await db.selectFrom('unknown_tags').selectAll().where('token', '=', 'U1').execute()).toEqual([])
  })

  test('a file has 50,000 cards at most, and so many bytes', async () => {
    const many = (count: number) => file('token', ...Array.from({ length: count }, (_, index) => `M${index}`))
    expect((await send(many(50_000), true)).body).toMatchObject({ cards: { added: 50_000 }, errors_total: 0 })
    expect((await send(many(50_001), true)).body.errors).toMatchObject([
      { line: 50_002, code: 'import.too_many_cards' },
    ])
    // a file that is no UTF-8 is taken, and costs nothing to read
    const long = (bytes: number) => `\uFFFD${'a'.repeat(bytes - 3)}`
    expect((await send(long(cardFileBytes), true)).status).toBe(200)
    expect((await send(long(cardFileBytes + 1), true)).status).toBe(413)
  })
})
