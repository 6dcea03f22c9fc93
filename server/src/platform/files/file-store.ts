import type { Readable } from 'node:stream'

/** A part of a file: its first and its last byte. */
export interface ByteRange {
  first: number
  last: number
}

/** What a store is given: bytes, or a file of the disk with its size and hash (hexadecimal). */
export type NewFile = { contentType: string } & (
  | { bytes: Buffer }
  | { path: string; size: number; sha256: string }
)

/** Where the bytes of files rest, by name. Whatever goes wrong is a StoreFailure. */
export interface FileStore {
  /** Keeps a file; once it is done the bytes outlive a power cut. The same file may be put again. */
  put(name: string, file: NewFile): Promise<void>
  /** A file's bytes, or a part of them; one that is not there is a StoreFailure too. */
  open(name: string, range?: ByteRange): Promise<Readable>
  /** Removes a file; one that is not there is removed already. */
  remove(name: string): Promise<void>
  /** Tries to write. */
  check(): Promise<void>
}
