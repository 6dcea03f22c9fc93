import { contract, type PlugAndChargeRoot } from '@stationmaster/contract'
import { type Rest, route } from '../../../../platform/http/http.ts'
import { listRoots, type RootRow } from './root-store.ts'
import { addRoot, dropRoot, type RootParts } from './roots.ts'

const viewRoot = ({
  id,
  kind,
  fingerprint,
  subject,
  notBefore,
  notAfter,
  pem,
}: RootRow): PlugAndChargeRoot => ({
  id,
  kind,
  fingerprint,
  subject,
  not_before: notBefore.toISOString(),
  not_after: notAfter.toISOString(),
  pem,
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
  route(rest, plugAndCharge.removeRoot, async ({ params, caller, remoteAddress }) => {
    await dropRoot(parts, { caller, remoteAddress }, params.id)
    return undefined
  })
}
