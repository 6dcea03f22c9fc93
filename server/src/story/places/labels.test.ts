import type { ErrorAnswer } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { isOurSticker } from '../../slices/public/charge/sticker.ts'
import { placeOf } from '../../slices/public/labels/pages.ts'
import { readPdfText } from '../figures/pdf-text.ts'
import { Office } from '../world/office.ts'
import { readCode, readRects } from './label-codes.ts'

describe('labels of stations', () => {
  let office: Office
  let yard: number
  let numbers: number[]
  beforeAll(async () => {
    office = await Office.open(await openTestDatabase(), {
      PUBLIC_URL: 'https://charge.example',
      SUPPORT_PHONE: '+7 800 555-01-23',
    })
    yard = await office.addLocation('Yard')
    for (let nth = 1; nth <= 10; nth += 1) await office.addStation(yard, `L-${nth}`)
    await office.addStation(await office.addLocation('Elsewhere'), 'X-1')
    await office.call('administrator', 'POST', 'locations/pricing', { locations: [yard], price: 1700 })
    const { rows } = await sql<{ number: number }>`select number from stations
      where location_id = ${yard} order by number`.execute(office.database.db)
    numbers = rows.map(({ number }) => number)
  })
  afterAll(() => office.close())

  const print = (body: object) =>
    office.call<{ url: string; labels: number; pages: number } & ErrorAnswer>(
      'operator',
      'POST',
      'labels',
      body,
    )
  const take = async (body: object) => {
    const { body: made } = await print(body)
    const { headers, rawPayload } = await office.app.inject({ method: 'GET', url: made.url })
    return { made, headers, file: rawPayload, text: readPdfText(rawPayload), pages: readRects(rawPayload) }
  }
  const one = { of: 'stations', ids: ['L-1'] }
  const yards = () => ({ of: 'filter', filter: { location_id: yard } })

  test('a label has number, code, price, address and phone in three languages', async () => {
    const { made, headers, text, pages } = await take({ selection: one })
    expect(made).toMatchObject({ labels: 1, pages: 1 })
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toContain(`label_${numbers[0]}.pdf`)
    const number = `#${String(numbers[0]).padStart(4, '0')}`
    const parts = [
      number,
      '17.00',
      'per kWh',
      'pro kWh',
      'за кВт·ч',
      '+7 800 555-01-23',
      'Help · Hilfe · Помощь',
    ]
    for (const part of parts) expect(text.replaceAll('\n', ' ')).toContain(part)
    expect(text).toContain(`charge.example/charge/${numbers[0]}`)
    const link = new URL(readCode(pages[0]!, placeOf(0, 'small')))
    expect(link.origin + link.pathname).toBe(`https://charge.example/charge/${numbers[0]}`)
    const signature = link.searchParams.get('k')!
    expect(isOurSticker(office.config.secretKey, numbers[0]!, signature)).toBe(true)
    expect(isOurSticker(office.config.secretKey, numbers[1]!, signature)).toBe(false)
  })

  test('a location’s labels fill pages, each with its own code', async () => {
    const { made, headers, pages } = await take({ selection: yards(), size: 'small', price: false })
    expect(made).toMatchObject({ labels: 10, pages: 2 })
    expect(headers['content-disposition']).toContain('labels.pdf')
    const codes = numbers.map((_, nth) => readCode(pages[placeOf(nth, 'small').page]!, placeOf(nth, 'small')))
    expect(codes.map((code) => Number(new URL(code).pathname.split('/').at(-1)))).toEqual(numbers)
  })

  test('a label can be large, in one language and without a price', async () => {
    const { pages, text } = await take({ selection: one, size: 'large', languages: ['de'], price: false })
    expect(readCode(pages[0]!, placeOf(0, 'large'))).toContain(`/charge/${numbers[0]}?k=`)
    expect(text).toContain('Hilfe: +7')
    expect(text).not.toMatch(/Help|Помощь|kWh/)
  })

  test('where charging is free the label says so', async () => {
    await office.call('administrator', 'POST', 'stations/L-2/monetize', { monetized: false })
    const { text } = await take({ selection: { of: 'stations', ids: ['L-2'] }, languages: ['en'] })
    expect(text.replaceAll('\n', ' ')).toContain('free of charge')
  })

  test('a link works once', async () => {
    const { body } = await print({ selection: one })
    expect((await office.app.inject({ method: 'GET', url: body.url })).statusCode).toBe(200)
    expect((await office.app.inject({ method: 'GET', url: body.url })).statusCode).toBe(410)
  })

  test('exceptions of a filter get none, and too many named ones are refused', async () => {
    const except = ['L-3', 'L-4']
    expect((await print({ selection: { ...yards(), except } })).body.labels).toBe(8)
    const ids = Array.from({ length: 101 }, (_, nth) => `N-${nth}`)
    expect((await print({ selection: { of: 'stations', ids } })).body.code).toBe('labels.too_many')
    expect((await print({ selection: { of: 'stations', ids: ids.slice(1) } })).body.code).toBe(
      'station.not_found',
    )
    expect((await print({ selection: one, languages: ['en', 'en'] })).body.code).toBe('request.invalid')
  })

  test('who printed which labels is in the audit log', async () => {
    const { rows } = await sql<{ subject_id: string; after: { labels: number } }>`
      select subject_id, after from audit_log_view where action = 'labels.print' order by id limit 1`.execute(
      office.database.db,
    )
    expect(rows).toMatchObject([{ subject_id: 'L-1', after: { labels: 1, size: 'small' } }])
  })
})
