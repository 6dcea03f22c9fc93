import { mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HelpConfig, languages, type ProductVersion } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { Office } from '../world/office.ts'

const folder = mkdtempSync(join(tmpdir(), 'stationmaster-'))

describe('what visitors may know', () => {
  let office: Office
  beforeAll(async () => {
    office = await Office.open(await openTestDatabase(), {
      DATA_DIR: folder,
      TIME_ZONE: 'Europe/Berlin',
      CURRENCY: 'EUR',
      SUPPORT_PHONE: '+7 800 555-01-01',
      JOURNAL_DAYS: '45',
      RESERVATION_FREE_SECONDS: '90',
      LINK_BLOG: 'https://blog.example/?a=1&b="2"',
      LINK_CONTACT: 'https://contact.example/us',
    })
  })
  afterAll(() => office.close())

  const text = async (path: string, language = 'en') => {
    const answer = await office.app.inject({
      url: `/api/v1/help/${path}`,
      headers: { 'accept-language': language },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    return answer.body
  }

  test('settings, and null for what is not set', async () => {
    const { body } = await office.call<HelpConfig>(null, 'GET', 'help/config')
    expect(body).toEqual({
      BLUESNAP_PUBLIC_KEY: null,
      card_library: null,
      time_zone: 'Europe/Berlin',
      currency: 'EUR',
      self_service: false,
      sign_up: true,
      has_administrator: true,
      public_network: true,
      support_phone: '+7 800 555-01-01',
      reservation_free_seconds: 90,
      kept: {
        journal_days: 45,
        meter_months: 24,
        order_log_days: 1095,
        audit_days: 1095,
        session_idle_days: 30,
      },
      links: {
        mobile_app: null,
        management_system: null,
        charging_station: null,
        blog: 'https://blog.example/?a=1&b="2"',
        team: null,
        contact: 'https://contact.example/us',
      },
      languages: [...languages],
    })
  })

  test('which version answers, as the manifest names it, and how far its database is', async () => {
    const { body } = await office.call<ProductVersion>(null, 'GET', 'version')
    const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
    const last = readdirSync(new URL('../../../migrations/', import.meta.url))
      .sort()
      .at(-1)!
    expect(body).toEqual({ version, schema: Number(last.slice(0, 4)) })
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test.each([
    ['en', 'Messages of stations: 45 days; meter readings: 24 months'],
    ['de', 'Nachrichten der Stationen: 45 Tage; Zählerwerte: 24 Monate'],
    ['ru', 'Сообщения станций, дней: 45; показания счётчиков, месяцев: 24'],
  ])('the policy in %s tells for how long this network keeps what', async (language, words) => {
    const policy = await text('privacy-policy', language)
    expect(policy).toContain(words)
    expect(policy).not.toMatch(/\{\w+\}/)
  })

  test.each([
    ['en', 'Terms', 'personal data'],
    ['de', 'Bedingungen', 'personenbezogene Daten'],
    ['ru', 'условия', 'персональные данные'],
  ])('our texts in %s, with how to reach the operator', async (language, term, datum) => {
    expect((await text('terms-and-conditions-of-use', language)).toLowerCase()).toContain(term.toLowerCase())
    const privacy = await text('privacy-policy', language)
    expect(privacy).toContain(datum)
    expect(privacy).toContain('<a href="tel:+78005550101" rel="noopener noreferrer">+7 800 555-01-01</a>')
    expect(privacy).toContain('https://contact.example/us')
    expect(privacy).not.toContain('{contact}')
  })

  test('the query says the language before the header does', async () => {
    expect(await text('privacy-policy?language=ru', 'de')).toContain('персональные данные')
    const wrong = await office.call(null, 'GET', 'help/privacy-policy?language=fr')
    expect(wrong.status).toBe(400)
  })

  test("the operator's own text takes the place of ours, without what could do harm", async () => {
    mkdirSync(join(folder, 'texts'))
    const file = join(folder, 'texts/terms-and-conditions-of-use.de.html')
    writeFileSync(
      file,
      `<h1>Regeln</h1><p style="color:red" onclick="steal()">Nur <b>Gutes</b>.</p><script>steal()</script>
       <a href="javascript:steal()">x</a><a href="https://a.example" target="_blank">y</a><img src=x onerror=steal()>
       <iframe src="https://evil.example"></iframe><svg onload=steal()></svg><form action="/"><input></form>`,
    )
    const html = await text('terms-and-conditions-of-use', 'de')
    expect(html).toContain('<h2>Regeln</h2><p>Nur <b>Gutes</b>.</p>')
    expect(html).toContain('<a href="https://a.example" rel="noopener noreferrer">y</a>')
    expect(html).not.toMatch(/steal|script|style=|onclick|onerror|<img|iframe|svg|form|input|target/)
    expect(await text('terms-and-conditions-of-use', 'ru'), 'theirs in another language').toBe(html)

    writeFileSync(file, '<p>Neu</p>')
    utimesSync(file, new Date(2030, 1), new Date(2030, 1))
    expect(await text('terms-and-conditions-of-use', 'de')).toBe('<p>Neu</p>')
    expect(await text('privacy-policy', 'de'), 'the other text is still ours').toContain('DSGVO')
  })
})
