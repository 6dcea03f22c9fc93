import { createHmac } from 'node:crypto'
import type { Payload } from '../link/payload.ts'
import type { VirtualConnector } from '../station/connector.ts'
import type { Core } from '../station/core.ts'

const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The address in the code that a connector's display shows at an instant (2.1 part 2, C25); null while codes are not set up. */
export function shownCode({ settings }: Core, { ref }: VirtualConnector, at: Date): string | null {
  const of = (variable: string) => settings.byVariable('WebPaymentsCtrlr', variable)?.value ?? ''
  const [template, secret] = [of('URLTemplate'), of('SharedSecret')]
  if (of('Enabled') !== 'true' || template === '' || secret === '') return null
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 1000 / Number(of('ValidityTime')))))
  const hash = createHmac('sha256', secret).update(time).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0x0f
  const password = Array.from({ length: Number(of('Length')) }, (_, place) =>
    letters.charAt(hash.readUInt8((offset + place) % hash.length) % letters.length),
  ).join('')
  const places: Record<string, string> = {
    totp: password,
    evse: String(ref.evse),
    version: of('TOTPVersion'),
  }
  return template.replace(/\{([a-z]+)\}/gi, (written, name: string) => places[name.toLowerCase()] ?? written)
}

/** Answers NotifyWebPaymentStarted: for so long nobody begins at the EVSE with a card. */
export function webPaymentStarted(core: Core, { evseId, timeout }: Payload): Payload {
  for (const connector of core.connectors)
    if (connector.ref.evse === evseId)
      connector.paidOnWebUntilMs = core.now().getTime() + Number(timeout) * 1000
  return {}
}
