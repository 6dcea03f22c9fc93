import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { StartError } from '../../../../platform/database/database-fault.ts'
import { unseal } from '../../../../platform/secrets/seal.ts'

const batchChars = 2_000_000

/** The lines of a packed file, some at a time. */
export async function* readLines(path: string): AsyncGenerator<string[]> {
  const unpacked = createReadStream(path).pipe(createGunzip())
  let [batch, chars]: [string[], number] = [[], 0]
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line)
    chars += line.length
    if (chars < batchChars) continue
    yield batch
    batch = []
    chars = 0
  }
  if (batch.length > 0) yield batch
}

const sealedMark = ',"sealed":"'

/** A line with what was sealed in it in clear, where the key is known; who has no key reads it without. */
export function opened(line: string, secretKey: string | null): string {
  const at = line.lastIndexOf(sealedMark)
  // a text of a row cannot hold the mark: its quotation marks are escaped there
  if (at < 0 || !line.endsWith('"}')) return line
  const rest = line.slice(0, at)
  if (secretKey === null) return `${rest}}`
  const members = JSON.stringify(unsealed(secretKey, line.slice(at + sealedMark.length, -2))).slice(1)
  return `${rest},${members}`
}

function unsealed(secretKey: string, text: string): unknown {
  try {
    return unseal(secretKey, text)
  } catch {
    throw new StartError(
      'The secrets of the export are sealed under another SECRET_KEY: set that one, or read with --without-secrets.',
    )
  }
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
