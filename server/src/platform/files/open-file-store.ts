import type { FileStoreConfig } from '../../config/file-store-config.ts'
import type { FileStore } from './file-store.ts'
import { FolderStore } from './folder-store.ts'
import { S3Store } from './s3-store.ts'

/** The configured store; no request is sent to it yet. */
export const openFileStore = (config: FileStoreConfig): FileStore =>
  config.kind === 's3' ? new S3Store(config) : new FolderStore(config.folder)
