import { X509Certificate } from 'node:crypto'
import { type CertificateHashes, type CertificateUse, protocolsFor } from '@stationmaster/ocpp'
import { DAY_MS } from '@stationmaster/units'
import type { Db } from '../../../../platform/schema/schema.ts'
import { readChain } from '../checking/chain.ts'
import { isNamedBy } from '../checking/ocsp.ts'
import {
  insertHeld,
  listLacking,
  listLackingIds,
  listNeeds,
  type RootProtocols,
  removeHeld,
  updateHeld,
} from './held-store.ts'
import { listRoots, type RootKind, type RootRow } from './root-store.ts'

/** Which of our roots stations have: what they say when they list their certificates, and what they have taken since. */

export const rootUses = { v2g: 'v2g_root', mo: 'mo_root', oem: 'oem_root' } as const satisfies Record<
  RootKind,
  CertificateUse
>

/** The kind of root that a use of certificates is; undefined: it has nothing to do with ISO 15118. */
const kindOf = (use: CertificateUse): RootKind | undefined =>
  (['v2g', 'mo', 'oem'] as const).find((kind) => rootUses[kind] === use)

const rootProtocols = (): RootProtocols => {
  const of = (kind: RootKind) => protocolsFor({ type: 'certificates', use: rootUses[kind] })
  return { v2g: of('v2g'), mo: of('mo'), oem: of('oem') }
}

const isNamed = ({ pem }: RootRow, hashes: readonly CertificateHashes[]): boolean => {
  const root = new X509Certificate(pem)
  return hashes.some((one) => isNamedBy(root, root, one))
}

/** A station has listed its certificates of a use. */
export async function keepListed(
  db: Db,
  stationId: string,
  { use, hashes }: { use: CertificateUse; hashes: readonly CertificateHashes[] },
  now: Date,
): Promise<void> {
  const kind = kindOf(use)
  if (!kind) return
  const held = (await listRoots(db)).filter((root) => root.kind === kind && isNamed(root, hashes))
  await updateHeld(db, stationId, { kind, fingerprints: held.map(({ fingerprint }) => fingerprint) }, now)
}

/** A station has taken a certificate. */
export async function keepInstalled(
  db: Db,
  stationId: string,
  { use, pem }: { use: CertificateUse; pem: string },
): Promise<void> {
  const kind = kindOf(use)
  const [taken] = (kind && readChain(pem)) || []
  if (kind && taken)
    await insertHeld(db, stationId, kind, taken.fingerprint256.replaceAll(':', '').toLowerCase())
}

/** A station has removed a certificate. */
export async function keepDeleted(db: Db, stationId: string, hashes: CertificateHashes): Promise<void> {
  const gone = (await listRoots(db)).filter((root) => isNamed(root, [hashes]))
  if (gone.length > 0)
    await removeHeld(
      db,
      stationId,
      gone.map(({ fingerprint }) => fingerprint),
    )
}

/** The roots that a station may be given: they hold, and its version has a word for their kind. */
export async function rootsFor(db: Db, protocol: string, now: Date): Promise<RootRow[]> {
  const protocols = rootProtocols()
  return (await listRoots(db)).filter(
    ({ kind, notAfter }) => notAfter > now && protocols[kind].some((one) => one === protocol),
  )
}

export const stationsLackingRoots = (db: Db, now: Date) => listLacking(db, rootProtocols(), now)
export const idsLackingRoots = (db: Db, now: Date) => listLackingIds(db, rootProtocols(), now)

/** so long before its end somebody has to see to a root */
const endingMs = 30 * DAY_MS

/** The roots that somebody has to see to. */
export const rootNeeds = (db: Db, now: Date) =>
  listNeeds(db, rootProtocols(), { now, endsBefore: new Date(now.getTime() + endingMs) })

export const countRootNeeds = async (db: Db, now: Date): Promise<number> => (await rootNeeds(db, now)).length
