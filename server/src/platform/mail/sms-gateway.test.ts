import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSms } from '../../config/sms-config.ts'
import { faultOf, sendSms } from './sms-gateway.ts'

interface Heard {
  method: string | undefined
  url: string | undefined
  type: string | undefined
  authorization: string | undefined
  body: string
}

/** A gateway of our own: it writes down what it is sent, and answers as a test says. */
describe('a gateway for SMS', () => {
  let server: Server
  let origin: string
  let heard: Heard[] = []
  let status = 200

  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        const { method, url, headers } = request
        heard.push({ method, url, type: headers['content-type'], authorization: headers.authorization, body })
        response.writeHead(status, status === 302 ? { location: `${origin}/elsewhere` } : {}).end('ok')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    heard = []
    status = 200
  })
  afterAll(() => server.close())

  const text = 'Код "1" & 100% \\ {to}\n'
  const values = { to: '+79123456789', text }

  test('gets JSON whose values are escaped, with the headers that are set', async () => {
    const body = '{"to":"{to}","messages":[{"text":"{text}"}]}'
    const { gateway } = readSms({
      SMS_URL: `${origin}/send`,
      SMS_METHOD: 'POST',
      SMS_BODY: body,
      SMS_HEADERS: 'Authorization=Bearer%20KEY',
      SMS_PER_HOUR: 300,
    })
    await sendSms(gateway!, values)
    expect(heard).toMatchObject([
      { method: 'POST', url: '/send', type: 'application/json', authorization: 'Bearer KEY' },
    ])
    expect(JSON.parse(heard[0]!.body)).toEqual({ to: values.to, messages: [{ text }] })
  })

  test('gets a form', async () => {
    const gateway = {
      url: `${origin}/send`,
      method: 'POST',
      headers: {},
      body: 'phone={to}&msg={text}',
    } as const
    await sendSms(gateway, values)
    expect(heard[0]!.type).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(heard[0]!.body))).toEqual({ phone: values.to, msg: text })
  })

  test('gets everything in the address', async () => {
    const gateway = {
      url: `${origin}/send?to={to}&text={text}`,
      method: 'GET',
      headers: {},
      body: null,
    } as const
    await sendSms(gateway, values)
    const { searchParams } = new URL(heard[0]!.url!, origin)
    expect([searchParams.get('to'), searchParams.get('text')]).toEqual([values.to, text])
  })

  test.each([
    302, 400, 500,
  ])('has not sent it when it answers %s, and no redirect is followed', async (answer) => {
    status = answer
    const gateway = {
      url: `${origin}/send?key=SECRET&to={to}&t={text}`,
      method: 'GET',
      headers: {},
      body: null,
    } as const
    const failed = await sendSms(gateway, values).catch((error: Error) => error)
    expect(failed).toBeInstanceOf(Error)
    expect((failed as Error).message).toBe(`The SMS gateway answered with status ${answer}.`)
    expect(heard).toHaveLength(1)
  })

  test('that is away is an error which names neither its key nor the text', async () => {
    const gateway = {
      url: 'http://127.0.0.1:1/?key=SECRET&to={to}&t={text}',
      method: 'GET',
      headers: {},
      body: null,
    } as const
    const failed = (await sendSms(gateway, values).catch((error: Error) => error)) as Error
    expect(failed.message).not.toContain('SECRET')
    expect(failed.message).not.toContain('Код')
  })

  test.each([
    ['https://gateway.example/send?to={to}&text={text}', 'GET', null, null],
    ['https://gateway.example/send', 'POST', 'to={to}&text={text}', null],
    ['https://{to}.example/?t={text}', 'GET', null, 'host is fixed'],
    ['https://gateway.example:{to}/?t={text}', 'GET', null, 'host is fixed'],
    ['https://user@{to}/?t={text}', 'GET', null, 'host is fixed'],
    ['ftp://gateway.example/{to}{text}', 'GET', null, 'host is fixed'],
    ['https://gateway.example/{to}', 'GET', null, 'must hold {to} and {text}'],
    ['https://gateway.example/{to}{text}', 'GET', 'x', 'needs SMS_METHOD POST'],
  ] as const)('%s by %s with %s: %s', (url, method, body, fault) => {
    const found = faultOf({ url, method, body })
    if (fault === null) expect(found).toBe(null)
    else expect(found).toContain(fault)
  })
})
