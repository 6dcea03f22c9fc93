import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
/** the best takes three times as long and leaves a fiftieth less; one below this takes a fifth of the time and leaves a sixteenth more */
const quality = 10
/** shorter ones gain nothing */
const leastBytes = 1024

/** Lays the compressed form of every text beside it: a server that compresses as it sends cannot take the time to do it well. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const names = await readdir(dir, { recursive: true })
    await Promise.all(
      names
        .filter((name) => /\.(js|css|html|svg|json)$/.test(name) && !name.startsWith('server'))
        .map(async (name) => {
          const file = join(dir, name)
          const bytes = await readFile(file)
          if (bytes.length < leastBytes) return
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: quality,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          }
          await writeFile(`${file}.br`, await compress(bytes, { params }))
        }),
    )
  },
})
