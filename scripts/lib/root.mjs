import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Absolute path of something in the repository. */
export const at = (...parts) => join(root, ...parts)
