import { protocolsFor } from '@stationmaster/ocpp'
import { pemOf, SandboxPki } from '@stationmaster/simulator/pki'
import type { Db } from '../../../platform/schema/schema.ts'
import { insertRoot, listRoots, removeRoot } from '../../control/plug-and-charge/roots/root-store.ts'
import { demoStations, drivers, models } from './locations.ts'
import { getManagerOf } from './store.ts'

/** Who stands behind the demo's contracts of cars (ISO 15118): roots, a responder and a contract provider of a trial, new at each start. */
export const openTrialPki = (): Promise<SandboxPki> => SandboxPki.open()

const withContracts = protocolsFor({ type: 'certificates', use: 'mo_root' })

/** Stations of the demo that speak a version with contracts of cars. */
export const pluggingStations: ReadonlySet<string> = new Set(
  demoStations.flatMap(({ id, kind }) => (withContracts.includes(models[kind].protocol) ? [id] : [])),
)

/** The contracts of drivers' cars, by the numbers of their cards. */
export const contractsByCard: ReadonlyMap<string, string> = new Map(
  drivers.flatMap(({ token, contract }) => (contract ? [[token, contract] as const] : [])),
)

/** Trusts the roots of this start in place of those of the one before. */
export async function trustTrial(db: Db, pki: SandboxPki, now: Date): Promise<void> {
  const { id: by } = await getManagerOf(db, 'administrator')
  for (const { id, subject } of await listRoots(db))
    if (subject.startsWith('CN=Trial ')) await removeRoot(db, id)
  for (const [kind, { certificate }] of [
    ['v2g', pki.v2gRoot] as const,
    ['mo', pki.moRoot] as const,
    ['oem', pki.oemRoot] as const,
  ])
    await insertRoot(
      db,
      {
        kind,
        fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
        subject: certificate.subject,
        notBefore: new Date(certificate.validFrom),
        notAfter: new Date(certificate.validTo),
        pem: certificate.toString(),
        addedAt: now,
      },
      by,
    )
}

/** The contracts' chains, PEM, by their numbers, as cars show them. */
export const trialContracts = (pki: SandboxPki): Record<string, string> =>
  Object.fromEntries([...contractsByCard.values()].map((id) => [id, pemOf(pki.contract(id).chain)]))
