import { createECDH, hkdfSync } from 'node:crypto'
import { HOUR_MS, SECOND_MS } from '@stationmaster/units'
import { importJWK, SignJWT } from 'jose'

/** how long a push service may take a signature for good; RFC 8292 (2) allows a day */
const validMs = 12 * HOUR_MS

/** The key by which push services know this network (VAPID, RFC 8292): grown from the secret, so that every server has the same. */
export class ServerKey {
  private readonly privateKey: Buffer
  /** an uncompressed point of P-256, base64url: browsers subscribe to it */
  readonly publicKey: string

  constructor(secretKey: string) {
    const pair = createECDH('prime256v1')
    // a number above the curve's order is as rare as 1 in 2^32, and then the next one is taken
    for (let nth = 0; ; nth += 1) {
      const drawn = Buffer.from(hkdfSync('sha256', secretKey, '', `web push ${nth}`, 32))
      try {
        pair.setPrivateKey(drawn)
        this.privateKey = drawn
        break
      } catch {}
    }
    this.publicKey = pair.getPublicKey('base64url')
  }

  /** The Authorization header of a message to a push service; `contact` is our address. */
  async authorize(endpoint: string, contact: string, now: Date): Promise<string> {
    const point = Buffer.from(this.publicKey, 'base64url')
    const key = await importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        d: this.privateKey.toString('base64url'),
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      'ES256',
    )
    const token = await new SignJWT({ sub: contact })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(new URL(endpoint).origin)
      .setExpirationTime(Math.floor((now.getTime() + validMs) / SECOND_MS))
      .sign(key)
    return `vapid t=${token}, k=${this.publicKey}`
  }
}
