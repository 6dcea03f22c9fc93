import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { SignedValue } from '@stationmaster/ocpp'

/** How a station's meter signs its registers at the begin and the end of a transaction. */
export interface SigningOptions {
  /** the key comes with each value too, as the station says it; not by default */
  withKey?: boolean
  /** `signature`: what is sent is not what was signed; `register`: what is signed is 1 kWh more than the station says at the end */
  lies?: 'signature' | 'register'
}

/** A meter that signs in the Open Charge Metering Format, with a key that its name gives. */
export class Signer {
  /** DER in hexadecimal digits, as it stands on a meter's plate */
  readonly publicKey: string
  private readonly key: KeyObject
  private page = 0

  constructor(
    private readonly name: string,
    readonly options: SigningOptions,
  ) {
    const secret = createHash('sha256').update(`meter of ${name}`).digest()
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(secret)
    // a point without compression: 4, then x and y
    const point = curve.getPublicKey()
    const part = (from: number, to: number) => point.subarray(from, to).toString('base64url')
    const [d, x, y] = [secret.toString('base64url'), part(1, 33), part(33, 65)] as const
    this.key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' })
    this.publicKey = createPublicKey(this.key).export({ format: 'der', type: 'spki' }).toString('hex')
  }

  /** What it signs of the register at an edge of a transaction. */
  signed(edge: 'begin' | 'end', registerWh: number, at: Date, plain: boolean): SignedValue {
    const record = this.record(edge, registerWh, at)
    const context = edge === 'begin' ? 'Transaction.Begin' : 'Transaction.End'
    const object = {
      data: Buffer.from(record).toString('base64'),
      encodingMethod: 'OCMF',
      signingMethod: 'ECDSA-secp256r1-SHA256',
      ...(this.options.withKey ? { publicKey: Buffer.from(this.publicKey, 'hex').toString('base64') } : {}),
    }
    if (!plain) return { at, context, ...object }
    // 1.6 has no place for a key: stations then send the object of 2.0.1 as a text
    const { data: signedMeterData, ...rest } = object
    return { at, context, data: this.options.withKey ? JSON.stringify({ signedMeterData, ...rest }) : record }
  }

  private record(edge: 'begin' | 'end', registerWh: number, at: Date): string {
    this.page += 1
    const { lies } = this.options
    const shownWh = registerWh + (lies === 'register' && edge === 'end' ? 1000 : 0)
    const payload = (wh: number) =>
      `{"FV":"1.0","GI":"AE-Twin","GS":"${this.name}","PG":"T${this.page}","MV":"AutoEnterprise","MM":"AE-M1","MS":"${this.name}","IS":false,"RD":[{"TM":"${at.toISOString().replace('.', ',').replace('Z', '+0000')} S","TX":"${edge === 'begin' ? 'B' : 'E'}","RV":${(wh / 1000).toFixed(3)},"RI":"1-b:1.8.0","RU":"kWh","ST":"G"}]}`
    const signature = sign('sha256', Buffer.from(payload(shownWh)), this.key).toString('hex')
    const sent = payload(lies === 'signature' && edge === 'end' ? shownWh + 5000 : shownWh)
    return `OCMF|${sent}|{"SA":"ECDSA-secp256r1-SHA256","SD":"${signature}"}`
  }
}
