import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config-error.ts'

/** Where files rest: in a folder, or in a bucket of an S3-compatible store. */
export type FileStoreConfig = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Config)

export interface S3Config {
  /** of the bucket, and of the folder in it where there is one; ends with a slash */
  url: string
  /** null: taken from the host's name, else us-east-1 */
  region: string | null
  accessKey: string
  secretKey: string
}

interface FileStoreSettings {
  FILES_URL?: string | undefined
  FILES_ACCESS_KEY?: string | undefined
  FILES_SECRET_KEY?: string | undefined
}

/** a bucket (its name's rules are those of S3), and perhaps folders in it */
const bucketPath = /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]{1,100}){0,10}\/?$/
const shapes = 'must be file:///folder or s3://host/bucket'

/** Reads FILES_URL and its keys; throws ConfigError. */
export function readFileStore(settings: FileStoreSettings, dataDir: string): FileStoreConfig {
  const { FILES_URL: text } = settings
  if (!text) return { kind: 'folder', folder: join(dataDir, 'files') }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'file:' && url.host === '' && url.pathname !== '/')
    return { kind: 'folder', folder: fileURLToPath(url) }
  if (url?.protocol !== 's3:' || !url.host || !bucketPath.test(url.pathname))
    throw new ConfigError(`FILES_URL ${shapes}.`)
  if (url.username || url.password)
    throw new ConfigError('FILES_URL holds no keys: set FILES_ACCESS_KEY and FILES_SECRET_KEY.')
  const { FILES_ACCESS_KEY: accessKey, FILES_SECRET_KEY: secretKey } = settings
  if (!accessKey) throw new ConfigError('FILES_ACCESS_KEY must be set as well.')
  if (!secretKey) throw new ConfigError('FILES_SECRET_KEY must be set as well.')
  const { region, tls = 'true', ...others } = Object.fromEntries(url.searchParams)
  const isKnown = Object.keys(others).length === 0 && ['true', 'false'].includes(tls) && region !== ''
  if (!isKnown) throw new ConfigError("FILES_URL takes region=NAME and tls='true' or 'false'.")
  const path = url.pathname.replace(/\/?$/, '/')
  return {
    kind: 's3',
    url: `${tls === 'true' ? 'https' : 'http'}://${url.host}${path}`,
    region: region ?? null,
    accessKey,
    secretKey,
  }
}
