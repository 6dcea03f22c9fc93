import { contentOf, hexBytes } from '../../../stations/meters/content.ts'
import { parsePublicKey } from '../../../stations/meters/public-key.ts'
import { checkSigned } from '../../../stations/meters/verify.ts'
import type { Order } from '../order.ts'
import type { SignedOrder } from './judge.ts'

/** The file that the transparency software of S.A.F.E. takes: each value as it was signed, with the key to check it with. */
export function transparencyFile(
  { id }: Pick<Order, 'id'>,
  { values, keys }: Pick<SignedOrder, 'values' | 'keys'>,
) {
  const parts = values.map((value) => {
    const content = contentOf(value)
    const key = checkSigned(content, keys).key
    const { publicKey } = content
    const other = publicKey === null ? null : parsePublicKey(publicKey)
    const hex = (key ?? other)?.der ?? (key ?? other)?.point
    const format = content.format === 'unknown' ? '' : ` format="${content.format}"`
    const written = hex
      ? `\n    <publicKey encoding="hex">${hex.toString('hex').toUpperCase()}</publicKey>`
      : ''
    return `  <value transactionId="${id}" context="${escaped(value.context)}">
    <signedData${format} encoding="${encodingOf(content.data)}">${escaped(content.data)}</signedData>${written}
  </value>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<values>\n${parts.join('\n')}\n</values>\n`
}

function encodingOf(data: string): 'hex' | 'base64' | 'plain' {
  if (hexBytes(data)) return 'hex'
  return /^[\w+/\s]+={0,2}$/.test(data.trim()) ? 'base64' : 'plain'
}

/** Text in XML; characters that XML cannot hold at all are left out. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
