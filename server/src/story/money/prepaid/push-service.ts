import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'

/** What a browser got, as it shows it. */
export interface Received {
  id: number
  kind: string
  title: string
  body: string
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** A browser with the keys of a subscription, which reads what its push service brings (RFC 8291). */
export class Browser {
  private readonly pair = createECDH('prime256v1')
  private readonly secret = randomBytes(16)
  readonly received: Received[] = []
  readonly headers: Record<string, string | string[] | undefined>[] = []
  /** what the push service answers for it */
  status = 201

  constructor(private readonly endpoint: string) {
    this.pair.generateKeys()
  }

  /** As a page sends it. */
  get subscription() {
    const p256dh = this.pair.getPublicKey('base64url')
    return { endpoint: this.endpoint, p256dh, auth: this.secret.toString('base64url') }
  }

  open(message: Buffer): void {
    const salt = message.subarray(0, 16)
    const theirs = message.subarray(21, 21 + message.readUInt8(20))
    const record = message.subarray(21 + theirs.length)
    const about = Buffer.concat([Buffer.from('WebPush: info\0'), this.pair.getPublicKey(), theirs])
    const input = derive(this.pair.computeSecret(theirs), this.secret, about, 32)
    const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const cipher = createDecipheriv('aes-128-gcm', key, nonce)
    cipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
    if (padded.at(-1) !== 2) throw new Error('The last record does not end with 2.')
    this.received.push(JSON.parse(padded.subarray(0, -1).toString()) as Received)
  }
}

/** A push service of our own: it checks who sends, and hands messages to its browsers. */
export class PushService {
  private readonly browsers = new Map<string, Browser>()
  /** calls at addresses that are no browser's */
  strangers = 0

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async open(): Promise<PushService> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const service = new PushService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.on('request', (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const browser = service.browsers.get(request.url ?? '')
        if (!browser) {
          service.strangers += 1
          response.writeHead(404).end()
          return
        }
        browser.headers.push(request.headers)
        if (browser.status < 300) browser.open(Buffer.concat(parts))
        response.writeHead(browser.status).end()
      })
    })
    return service
  }

  browser(): Browser {
    const path = `/${randomBytes(8).toString('hex')}`
    const browser = new Browser(this.origin + path)
    this.browsers.set(path, browser)
    return browser
  }

  /** Who a message says that it is from, by its signature with the key that browsers subscribe to (RFC 8292). */
  async senderOf(
    authorization: string,
    now: Date,
  ): Promise<{ key: string; audience: unknown; contact: unknown }> {
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
    const { payload } = await jwtVerify(token, jwk, { currentDate: now })
    return { key, audience: payload.aud, contact: payload.sub }
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }
}
