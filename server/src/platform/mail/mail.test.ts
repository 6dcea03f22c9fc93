import { createServer, type Socket } from 'node:net'
import { type Language, languages } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fill } from '../../i18n/index.ts'
import { type OutboxMail, readEml, readOutbox } from '../../story/world/outbox.ts'
import { systemClock } from '../general/clock.ts'
import { openTestDatabase, testConfig } from '../general/testing.ts'
import { openJobs } from '../jobs/jobs.ts'
import { type Letter, type LimitedMail, limitedMails, openMailer } from './mail.ts'
import { mailTexts } from './mail-text.ts'
import type { MailName, MailValues } from './mail-values.ts'

const link = 'https://csms.example/auth/verify-email/abc?a=1&b=2'
const order = {
  link,
  place: 'Yard, Tver',
  station: '7',
  connector: 'CCS 2, 150 kW',
  price: '17.00 ₽ per kWh',
  hold: '1,700.00 ₽',
}
const samples: MailValues = {
  verifyEmail: { link },
  changePassword: { link },
  invitation: { link, inviter: 'Anna <b>Sedova</b>' },
  invitationToProvider: { link, inviter: 'Anna <b>Sedova</b>' },
  passwordChanged: { link },
  apiKeysEnding: { link, keys: 'Billing (1 May 2026); Maps (2 May 2026)' },
  confirmNewEmail: { link },
  secondFactorOn: { link },
  secondFactorOff: { link },
  emailChanging: { link, email: 'new@people.example' },
  payOrder: order,
  payDebt: { link, order: '7', place: 'Yard', amount: '300.00\u00a0₽' },
  confirmCharge: { ...order, minutes: '15' },
  cardSession: order,
  serviceCode: { code: '123456', service: 'Coffee', price: '200.00\u00a0₽', order: '42' },
  balanceCode: { link, code: '012345', order: '7' },
  idleFee: { place: 'Yard', price: '150.00 ₽', minutes: '10' },
  driverSignIn: { code: '012345' },
  driverAddress: { code: '012345' },
  driverDeletion: { code: '012345' },
  driverAddressChanged: { address: 'n•••@people.example' },
  exportReady: { link, name: 'owner.xlsx' },
  fullExportReady: { link },
  ownerAdmitted: { link, places: 'Yard, Mall', day: '8 December 2026' },
  locationAssigned: { link, place: 'Yard' },
  locationDeclined: { link, place: 'Yard', note: 'There is one in this street.' },
  payoutChanged: { link, account: '…3000' },
  planRefused: { link },
  planGrown: { link, station: 'A-1', amount: '6.98 ₽' },
  planEnded: { link, stations: 'A-1, A-2', services: 'Shine (Yard)' },
  salesPaused: { link, owner: 'owner@yard.example', stations: 'A-1, A-2' },
  monthlyReport: { link, month: 'March 2026' },
  fleetLimit: { fleet: 'f', used: 'u', limit: 'l', month: 'm' },
  reportReady: { link, name: 'owner.xlsx' },
  webhookGone: { link, name: 'Billing', address: 'https://billing.example/hooks' },
  webhookFailing: { link, name: 'Billing', address: 'https://billing.example/hooks' },
  certificatesEnding: { link, certificates: 'CN=Root (29 Nov 2026, 10:05)' },
  stationsSilent: { link, place: 'Yard, Tver', stations: '№ 3, № 4', since: '23 Nov 2026, 10:05' },
  placeSilent: { link, place: 'Yard, Tver', stations: '№ 3, № 4', since: '23 Nov 2026, 10:05' },
  stationsBack: { link, place: 'Yard, Tver', stations: '№ 3, № 4' },
  rolloutPaused: { link, firmware: 'Volt Q7 2.1', failed: '3', total: '40' },
  incidentsNotified: { link, title: 'Critical: no contact', incidents: 'Critical: no contact, stations: 40' },
  rolloutLeft: { link, firmware: 'Volt Q7 2.1' },
}
/** RFC 5322, 3.3, with the day of the week that is optional there */
const rfc5322Date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/
const names = Object.keys(samples) as MailName[]
const placeholders = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\{\w+\}\}/g))].sort()

describe('the texts of mails', () => {
  test.each(names)('%s is there in every language, with the same parts and values', (name) => {
    const english = mailTexts.en[name]
    for (const language of languages) {
      const mail = mailTexts[language][name]
      expect(placeholders(mail), language).toEqual(placeholders(english))
      expect([mail.before.length, mail.after.length]).toEqual([english.before.length, english.after.length])
      expect(mail.button === undefined).toBe(!english.button)
      const { button = '-' } = mail
      for (const text of [mail.subject, button, ...mail.before, ...mail.after])
        expect(text.trim(), language).not.toBe('')
    }
  })

  test('no language has a mail that another has not', () => {
    for (const language of languages)
      expect(Object.keys(mailTexts[language])).toEqual(Object.keys(mailTexts.en))
  })

  test('no text stands in two languages', () => {
    const texts = languages.flatMap((language) =>
      Object.values(mailTexts[language]).map(({ subject, before }) => [subject, ...before].join()),
    )
    expect(new Set(texts).size).toBe(texts.length)
  })
})

/** A mail server that takes what it is given, after refusing some. */
class PostOffice {
  readonly received: OutboxMail[] = []
  refusals = 0
  readonly #server = createServer((socket) => this.#serve(socket))

  listen = () =>
    new Promise<string>((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        const address = this.#server.address()
        resolve(`smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
      })
    })

  close = () => new Promise((resolve) => this.#server.close(resolve))

  #serve(socket: Socket): void {
    let text = ''
    let inMessage = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 post.example ESMTP')
    socket.on('data', (bytes) => {
      text += bytes.toString('utf8')
      for (let end = text.indexOf('\r\n'); !inMessage && end >= 0; end = text.indexOf('\r\n')) {
        const command = text.slice(0, 4).toUpperCase()
        text = text.slice(end + 2)
        if (command === 'QUIT') socket.end('221 Bye\r\n')
        else if (command === 'MAIL' && this.refusals-- > 0) say('451 Try again later')
        else if (command === 'DATA') {
          inMessage = true
          say('354 Go on')
        } else say('250 OK')
      }
      const end = text.indexOf('\r\n.\r\n')
      if (!inMessage || end < 0) return
      this.received.push(readEml(text.slice(0, end).replaceAll('\r\n..', '\r\n.')))
      text = text.slice(end + 5)
      inMessage = false
      say('250 Taken')
    })
  }
}

const isLimited = (name: MailName): name is LimitedMail => (limitedMails as readonly string[]).includes(name)
const addressOf = (name: MailName, language: Language) => `${name.toLowerCase()}-${language}@b.example`

/** The way out of a server of its own, with its queue running. */
async function openWayOut(env: Record<string, string>) {
  const config = testConfig({ PUBLIC_URL: 'https://csms.example', ...env })
  const database = await openTestDatabase()
  const jobs = openJobs(database, config, () => {})
  const mailer = openMailer({
    jobs,
    clock: systemClock,
    config,
    baseUrl: () => 'https://csms.example',
  })
  await jobs.start()
  return {
    db: database.db,
    dataDir: config.dataDir,
    mailer,
    sendAll: (language: Language) =>
      database.db.transaction().execute(async (tx) => {
        for (const name of names) {
          const letter = { to: addressOf(name, language), language, values: samples[name] }
          if (isLimited(name))
            await mailer.sendLimited(tx, { managerId: 1 }, { ...letter, name } as Letter<LimitedMail>)
          else await mailer.send(tx, { ...letter, name } as Letter<'changePassword'>)
        }
      }),
    close: async () => {
      await jobs.stop()
      await database.close()
    },
  }
}
type WayOut = Awaited<ReturnType<typeof openWayOut>>

describe('without a mail server', () => {
  let way: WayOut
  beforeAll(async () => {
    way = await openWayOut({})
  })
  afterAll(() => way.close())

  test('every mail lies in the outbox, in three languages', async () => {
    for (const language of languages) await way.sendAll(language)
    await expect
      .poll(() => readOutbox(way.dataDir).length, { timeout: 60_000 })
      .toBe(names.length * languages.length)
    const mails = readOutbox(way.dataDir)
    for (const language of languages) {
      for (const name of names) {
        const { subject, before, button } = mailTexts[language][name]
        const mail = mails.find((candidate) => candidate.subject === fill(subject, samples[name]))
        expect(mail, `${language} ${name}`).toMatchObject({
          to: addressOf(name, language),
          from: 'Stationmaster <no-reply@csms.example>',
        })
        expect(mail!.date).toMatch(rfc5322Date)
        expect(mail!.text).toContain(before[0]!.split('{')[0])
        expect(mail!.text.includes(link)).toBe(button !== undefined)
        expect(mail!.html).toContain(`<html lang="${language}">`)
        const href = 'href="https://csms.example/auth/verify-email/abc?a=1&amp;b=2"'
        expect(mail!.html.includes(href)).toBe(button !== undefined)
        expect(mail!.text + mail!.html).not.toMatch(/\{\{\w+\}\}|undefined/)
        expect(mail!.html).not.toContain('<b>Sedova')
      }
    }
  })

  test('a mail rests nowhere to be read, and one of a lost transaction is not sent', async () => {
    const before = readOutbox(way.dataDir).length
    const lost = way.db.transaction().execute(async (tx) => {
      await way.mailer.send(tx, {
        to: 'lost@b.example',
        language: 'en',
        name: 'changePassword',
        values: { link },
      })
      throw new Error('lost')
    })
    await expect(lost).rejects.toThrow('lost')
    await way.sendAll('en')
    const { rows } = await sql`select * from pgboss.job`.execute(way.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('b.example')
    await expect.poll(() => readOutbox(way.dataDir).length, { timeout: 60_000 }).toBe(before + names.length)
    expect(readOutbox(way.dataDir).filter(({ to }) => to.includes('lost'))).toEqual([])
  })
})

test('over SMTP, a mail that is refused for now is sent later, and no other one twice', async () => {
  const post = new PostOffice()
  const way = await openWayOut({ SMTP_URL: await post.listen(), MAIL_FROM: 'Network <post@csms.example>' })
  post.refusals = 1
  await way.sendAll('ru')
  await expect.poll(() => post.received.length, { timeout: 60_000 }).toBe(names.length)
  expect(new Set(post.received.map(({ subject }) => subject))).toEqual(
    new Set(names.map((name) => fill(mailTexts.ru[name].subject, samples[name]))),
  )
  expect(post.received[0]!.from).toBe('Network <post@csms.example>')
  await way.close()
  await post.close()
})
