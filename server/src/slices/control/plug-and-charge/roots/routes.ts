import { contract, type PlugAndChargeRoot } from '@stationmaster/contract'
import { type Rest, route } from '../../../../platform/http/http.ts'
import { listCarCertificates } from '../../../stations/stations/connecting/car-certificate-store.ts'
import { rootNeeds, stationsLackingRoots } from './held.ts'
import { listRoots, type RootRow } from './root-store.ts'
import { addRoot, dropRoot, lookAtRoot, type RootParts } from './roots.ts'

const viewRoot = ({
  id,
  kind,
  fingerprint,
  subject,
  notBefore,
  notAfter,
  pem,
  addedAt,
  addedBy,
}: RootRow): PlugAndChargeRoot => ({
  id,
  kind,
  fingerprint,
  subject,
  not_before: notBefore.toISOString(),
  not_after: notAfter.toISOString(),
  pem,
  added_at: addedAt.toISOString(),
  added_by: addedBy,
})

/** Root certificates of ISO 15118. */
export function rootRoutes(rest: Rest, parts: RootParts): void {
  const { plugAndCharge } = contract
  const list = async () => (await listRoots(parts.db)).map(viewRoot)
  route(rest, plugAndCharge.roots, list)
  route(rest, plugAndCharge.addRoot, async ({ body, caller, remoteAddress }) => {
    await addRoot(parts, { caller, remoteAddress }, body)
    return list()
  })
  route(rest, plugAndCharge.readRoot, async ({ body }) => {
    const { notBefore, notAfter, ...said } = await lookAtRoot(parts, body.pem)
    return { ...said, not_before: notBefore.toISOString(), not_after: notAfter.toISOString() }
  })
  route(rest, plugAndCharge.carCertificates, async () =>
    (await listCarCertificates(parts.db)).map(({ issuedAt, notAfter, ...one }) => ({
      ...one,
      issued_at: issuedAt.toISOString(),
      not_after: notAfter.toISOString(),
    })),
  )
  route(rest, plugAndCharge.lacking, async () => {
    const { rows, total } = await stationsLackingRoots(parts.db, parts.clock.now())
    const stations = rows.map(({ lookedAt, ...one }) => ({
      ...one,
      looked_at: lookedAt?.toISOString() ?? null,
    }))
    return { total, stations }
  })
  route(rest, plugAndCharge.needs, async () =>
    (await rootNeeds(parts.db, parts.clock.now())).map(({ notAfter, ...one }) => ({
      ...one,
      not_after: notAfter?.toISOString() ?? null,
    })),
  )
  route(rest, plugAndCharge.removeRoot, async ({ params, caller, remoteAddress }) => {
    await dropRoot(parts, { caller, remoteAddress }, params.id)
    return undefined
  })
}
