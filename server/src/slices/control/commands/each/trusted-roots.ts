import { X509Certificate } from 'node:crypto'
import type { StationTaskBody } from '@stationmaster/contract'
import { Failure } from '../../../../platform/http/failure.ts'
import type { StationLink } from '../../intake/reaching/station-link.ts'
import { isNamedBy } from '../../plug-and-charge/checking/ocsp.ts'
import { rootsFor, rootUses } from '../../plug-and-charge/roots/held.ts'
import type { TaskResult } from '../carry-out.ts'
import type { TaskParts } from '../prepared.ts'

type Single = Extract<StationTaskBody, { task: 'certificates' | 'install_certificate' }>

/**
 * Has a station list its roots of ISO 15118, and installs those of ours that it lacks. It ends at the first that the station refuses.
 * Throws station.unsupported where the station's version has no such roots, or station.* where it does not answer.
 */
export async function installTrustedRoots(
  { db, clock }: Pick<TaskParts, 'db' | 'clock'>,
  { protocol }: Pick<StationLink, 'protocol'>,
  runSingle: (body: Single) => Promise<TaskResult>,
): Promise<TaskResult> {
  const roots = await rootsFor(db, protocol, clock.now())
  if (roots.length === 0) throw new Failure('root.none', { protocol })
  for (const kind of new Set(roots.map((root) => root.kind))) {
    const use = rootUses[kind]
    const { certificates: listed = [] } = await runSingle({ task: 'certificates', use })
    for (const { pem } of roots.filter((root) => root.kind === kind)) {
      const root = new X509Certificate(pem)
      if (listed.some((one) => isNamedBy(root, root, one))) continue
      const result = await runSingle({ task: 'install_certificate', use, certificate: pem })
      if (!result.accepted) return result
    }
  }
  return { accepted: true, status: 'Accepted' }
}
