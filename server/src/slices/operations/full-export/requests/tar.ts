import type { Readable } from 'node:stream'

const blockBytes = 512

interface TarEntry {
  path: string
  size: number
  open(): Promise<Readable>
}

/** Files as one archive (POSIX ustar), each opened when the one before has been read. */
export async function* tarOf(entries: readonly TarEntry[], at: Date): AsyncGenerator<Buffer> {
  for (const { path, size, open } of entries) {
    yield headerOf(path, size, at)
    for await (const chunk of await open()) yield chunk as Buffer
    yield Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)
  }
  yield Buffer.alloc(2 * blockBytes)
}

function headerOf(path: string, size: number, at: Date): Buffer {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, offset: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'ascii')
  header.write(path, 0, 100, 'utf8')
  octal(0o640, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(Math.floor(at.getTime() / 1000), 136, 12)
  header.write('        0', 148, 'ascii')
  header.write('ustar\x0000', 257, 'binary')
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return header
}
