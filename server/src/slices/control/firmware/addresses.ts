import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '@stationmaster/units'

/** so long an address is good: a station may take its time, and try again */
const goodForMs = 7 * DAY_MS

export const firmwarePath = '/api/v1/firmware-files/'

/** Addresses of firmware files for stations, which sign in nowhere when they fetch one: signed, and good for a week. */
export class FirmwareAddresses {
  readonly #key: Buffer

  constructor(secretKey: string) {
    this.#key = createHmac('sha256', secretKey).update('firmware file').digest()
  }

  /** The path of an address; the file's own name ends it, for stations that look at it. `purpose` makes it differ from others of the same file. */
  pathOf(file: { id: number; file_name: string }, purpose: string, now: Date): string {
    const until = Math.floor((now.getTime() + goodForMs) / SECOND_MS)
    const text = `${file.id}.${until.toString(36)}.${purpose}`
    return `${firmwarePath}${text}.${this.#sign(text)}/${encodeURIComponent(file.file_name)}`
  }

  /** The file that a ticket opens; undefined where it is not good, or not any more. */
  open(ticket: string, now: Date): number | undefined {
    const [, text = '', id = '', until = '', signature = ''] =
      /^((\d{1,15})\.([0-9a-z]{1,10})\.[\w-]{1,60})\.([\w-]{43})$/.exec(ticket) ?? []
    const expected = Buffer.from(this.#sign(text))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    return Number.parseInt(until, 36) * SECOND_MS > now.getTime() ? Number(id) : undefined
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url')
  }
}
