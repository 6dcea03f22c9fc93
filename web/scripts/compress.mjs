import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const folder = fileURLToPath(new URL('../dist', import.meta.url))
const compress = promisify(brotliCompress)
/** the best takes three times as long and leaves a fiftieth less; one below this takes a fifth of the time and leaves a sixteenth more */
const quality = 10
/** shorter ones gain nothing */
const leastBytes = 1024

/** Puts the compressed form of a text beside it, whole at once: a server may be serving the folder. */
async function compressFile(file) {
  const bytes = await readFile(file)
  if (bytes.length < leastBytes) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${file}.part`, await compress(bytes, { params }))
  await rename(`${file}.part`, `${file}.br`)
}

// a server that compresses as it sends cannot take the time to do it well
const names = await readdir(folder, { recursive: true })
await Promise.all(
  names
    .filter((name) => /\.(js|css|html|svg|json)$/.test(name) && !name.startsWith('server'))
    .map((name) => compressFile(join(folder, name))),
)
