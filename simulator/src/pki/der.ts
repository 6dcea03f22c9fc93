/** One value of DER, as far as certificates and requests need it. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** An object identifier, by its bytes in hexadecimal. */
export const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

/** A positive integer, by its bytes in hexadecimal. */
export function integer(hex: string): Buffer {
  const bytes = Buffer.from(hex, 'hex')
  return der(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** The values within a constructed value, each with its header. */
export function partsOf(value: Buffer): Buffer[] {
  const parts: Buffer[] = []
  let rest = contentOf(value)
  while (rest.length > 0) {
    const length = lengthOf(rest)
    parts.push(rest.subarray(0, length))
    rest = rest.subarray(length)
  }
  return parts
}

const headerOf = (value: Buffer): number => ((value[1] ?? 0) < 0x80 ? 2 : 2 + ((value[1] ?? 0) & 0x7f))

export const contentOf = (value: Buffer): Buffer => value.subarray(headerOf(value), lengthOf(value))

function lengthOf(value: Buffer): number {
  const header = headerOf(value)
  const length = header === 2 ? (value[1] ?? 0) : value.readUIntBE(2, header - 2)
  if (header + length > value.length) throw new RangeError('no DER')
  return header + length
}

/** A name that holds nothing but a common name. */
export const nameOf = (commonName: string): Buffer =>
  der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(commonName)))))

/** ECDSA with SHA-256. */
export const ecdsa: Buffer = der(0x30, oid('2a8648ce3d040302'))

/** A bit string of whole bytes. */
export const bits = (bytes: Buffer): Buffer => der(0x03, Buffer.from([0]), bytes)

/** A GeneralizedTime, to the second. */
export const generalizedTime = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`))
