import type { twoVersions } from '../../../platform/general/testing.ts'
import { rows16 } from './rows-16.ts'
import { rows201 } from './rows-201.ts'
import { moreRows201 } from './rows-201-more.ts'
import type { CommandRow } from './scene.ts'

export { type FileHost, openFileHost } from './file-host.ts'
export { rootCertificate } from './root-certificate.ts'
export { type CommandRow, Scene, type Sent, type Stage } from './scene.ts'

/** How each command of a version is tried, in the order of its schemas. */
export const commandRows: Record<(typeof twoVersions)[number], readonly CommandRow[]> = {
  'ocpp1.6': rows16,
  'ocpp2.0.1': [...rows201, ...moreRows201],
}
