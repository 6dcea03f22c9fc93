import { createHmac, timingSafeEqual } from 'node:crypto'

/** Enough against guessing at the speed of a web page, and short enough for a small code on a sticker: 72 bits. */
const signatureLength = 12

interface StickerParts {
  secretKey: string
  /** an absolute address of a path of this server, under PUBLIC_URL where it is set */
  linkTo(path: string): string
}

/** The signature of a station's number in the address that its sticker holds. */
const signatureOf = (secretKey: string, stationNumber: number): string =>
  createHmac('sha256', secretKey)
    .update(`sticker ${stationNumber}`)
    .digest('base64url')
    .slice(0, signatureLength)

/**
 * The address in the code of a station's sticker. It is signed, so that the page can tell a sticker that this network has printed from
 * one that somebody has made.
 */
export const stickerLink = ({ secretKey, linkTo }: StickerParts, stationNumber: number): string =>
  linkTo(`/charge/${stationNumber}?k=${signatureOf(secretKey, stationNumber)}`)

/** Whether an address with a signature was printed by this network for this station. */
export function isOurSticker(secretKey: string, stationNumber: number, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secretKey, stationNumber))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
