/** One value of DER (ITU-T X.690), within the bytes that it was read from. */
export interface Der {
  /** class, constructed or not, and number: one byte */
  tag: number
  /** the value with its header */
  whole: Buffer
  content: Buffer
}

export const derTags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  time: 0x18,
  sequence: 0x30,
} as const

/** Bytes that are no DER, or not the DER that was expected. */
class NotDer extends Error {}

/** The values that follow one another in some bytes; throws NotDer. Lengths are definite and stay within the bytes. */
function readAll(bytes: Buffer): Der[] {
  const values: Der[] = []
  for (let at = 0; at < bytes.length; ) {
    const value = readOne(bytes.subarray(at))
    values.push(value)
    at += value.whole.length
  }
  return values
}

/** The value that some bytes begin with; throws NotDer. */
export function readOne(bytes: Buffer): Der {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new NotDer()
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (first === 0x80 || lengthBytes > 4 || bytes.length < 2 + lengthBytes) throw new NotDer()
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes)
  const from = 2 + lengthBytes
  if (bytes.length - from < length) throw new NotDer()
  return { tag, whole: bytes.subarray(0, from + length), content: bytes.subarray(from, from + length) }
}

/** The values within a value of one tag; throws NotDer where it is another. */
export function within(value: Der | undefined, tag: number = derTags.sequence): Der[] {
  return readAll(contentOf(value, tag))
}

export function contentOf(value: Der | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw new NotDer()
  return value.content
}

/** The bytes of a bit string of whole bytes. */
export function bytesOfBits(value: Der | undefined): Buffer {
  const content = contentOf(value, derTags.bits)
  if (content[0] !== 0) throw new NotDer()
  return content.subarray(1)
}

/** A GeneralizedTime as OCSP writes it: to the second, in UTC (RFC 6960, 4.2.2.1). */
export function timeOf(value: Der | undefined): Date {
  const text = contentOf(value, derTags.time).toString('latin1')
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text)
  if (!parts) throw new NotDer()
  const [, year, month, day, hour, minute, second] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** A value with its header. */
export function write(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const digits = length.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content])
}

/** A positive integer that is given in hexadecimal digits. */
export function writeInteger(hex: string): Buffer {
  const digits = hex.replace(/^0+/, '') || '0'
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  return write(derTags.integer, Buffer.from(/^[89a-f]/i.test(even) ? `00${even}` : even, 'hex'))
}
