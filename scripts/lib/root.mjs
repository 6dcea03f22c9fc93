import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Absolute path of something in the repository. */
export const at = (...parts) => join(root, ...parts)

/** Our own packages that the server and the programs beside it are bundled from. */
export const ofPrograms = [
  'units',
  'contract',
  'ocpp',
  'ocpi',
  'energy',
  'simulator',
  'payment-sandbox',
  'server',
]

/** Those that only tests and measurements are bundled from. */
export const ofTests = ['bench']
