import type { SignedData } from '@stationmaster/ocpi'
import type { SignedOrder } from '../../../charging/orders/signed/judge.ts'
import { contentOf, hexBytes, type SignedContent } from '../../../stations/meters/content.ts'

/** What OCPI calls the formats (mod_cdrs, SignedData); a format that has no name there is not sent. */
const methods: Partial<Record<SignedContent['format'], string>> = {
  OCMF: 'OCMF',
  ALFEN: 'Alfen Eichrecht',
  EDL_40_P: 'EDL40 E-Mobility Extension',
  EDL_40_MENNEKES: 'EDL40 Mennekes',
}

/** the most of a text of OCPI's SignedValue, and of its key */
const [textMost, keyMost] = [5000, 512]
/** of many values the first and the last are enough */
const valuesMost = 20

/** What a meter has signed of a session, as partners have it in its bill; undefined: nothing that OCPI can say. */
export function signedDataOf(signed: SignedOrder | null): SignedData | undefined {
  if (!signed) return undefined
  const contents = signed.values.map((value) => ({ value, content: contentOf(value) }))
  const [first] = contents
  const encodingMethod = first && methods[first.content.format]
  if (!encodingMethod) return undefined
  const signedValues = contents
    .filter(({ content }) => content.format === first.content.format)
    .map(({ value, content }) => ({
      nature: natures.get(value.context) ?? 'Intermediate',
      plainData: plainOf(content),
      signedData: bytesOf(content).toString('base64'),
    }))
    .filter((one) => one.plainData.length <= textMost && one.signedData.length <= textMost)
  const few = [
    ...signedValues.slice(0, valuesMost / 2),
    ...signedValues.slice(valuesMost / 2).slice(-valuesMost / 2),
  ]
  if (few.length === 0) return undefined
  const { publicKey } = signed.judgement
  const key = publicKey === null ? '' : Buffer.from(publicKey, 'hex').toString('base64')
  return {
    encodingMethod,
    ...(key !== '' && key.length <= keyMost ? { publicKey: key } : {}),
    signedValues: few,
  }
}

const natures: ReadonlyMap<string, string> = new Map([
  ['Transaction.Begin', 'Start'],
  ['Transaction.End', 'End'],
])

/** What a person can read of it: of OCMF the signed text, else the data as they came; control characters have no place there. */
const plainOf = ({ format, data }: SignedContent): string =>
  (format === 'OCMF' ? (data.split('|')[1] ?? data) : data).replaceAll(/\p{Cc}/gu, ' ')

/** The bytes that the meter has signed, with their signature. */
function bytesOf({ format, data }: SignedContent): Buffer {
  if (format === 'OCMF' || format === 'ALFEN') return Buffer.from(data)
  return hexBytes(data) ?? Buffer.from(data, 'base64')
}
