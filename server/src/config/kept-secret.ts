import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

/** The key made at the first start and kept beside the data, readable by its owner only. */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file))
      writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && !statSync(dataDir).isDirectory())
      throw new ConfigError(`DATA_DIR ${dataDir} is not a folder.`)
    // another process was first
    if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR ${dataDir} cannot be written: ${message}.`)
  }
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be read: ${(error as Error).message}.`)
  }
}
