import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** A database without data and with the tables of a recent version: a new one need not be made from nothing. */
export const templateFile = new URL('../../../../releases/database.br', import.meta.url)

/** What the file begins with: folders, and the files with their sizes, whose bytes follow in this order. */
interface Contents {
  folders: string[]
  files: { path: string; bytes: number }[]
}

/** A folder as one compressed piece, which `unpack` takes. */
export function pack(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({
      path: join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
      isFolder: entry.isDirectory(),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const files = entries
    .filter(({ isFolder }) => !isFolder)
    .map(({ path }) => ({ path, content: readFileSync(join(folder, path)) }))
  const contents: Contents = {
    folders: entries.filter(({ isFolder }) => isFolder).map(({ path }) => path),
    files: files.map(({ path, content }) => ({ path, bytes: content.length })),
  }
  const whole = Buffer.concat([
    Buffer.from(`${JSON.stringify(contents)}\n`),
    ...files.map(({ content }) => content),
  ])
  return brotliCompressSync(whole, {
    params: {
      // a cluster holds each of its system tables three times, megabytes apart
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    },
  })
}

/** Writes what `pack` gave into a folder that is not there yet. */
export function unpack(packed: Uint8Array, folder: string): void {
  const whole = brotliDecompressSync(packed)
  const end = whole.indexOf('\n')
  const { folders, files } = JSON.parse(whole.toString('utf8', 0, end)) as Contents
  for (const path of ['', ...folders]) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 })
  let at = end + 1
  for (const { path, bytes } of files) {
    writeFileSync(join(folder, path), whole.subarray(at, at + bytes), { mode: 0o600 })
    at += bytes
  }
}
