import { sameCi } from '@stationmaster/ocpi'
import { notThere } from '../partners/serving/failure.ts'
import { type OcpiReceived, ocpiList, ocpiRoute } from '../partners/serving/ocpi-route.ts'
import type { OcpiServer } from '../partners/serving/ocpi-server.ts'
import type { PublishingParts } from './shown/network.ts'
import { refreshShown } from './shown/refresh.ts'
import type { Shown } from './shown/stamps.ts'
import { findShown, listPage } from './shown/store.ts'

/** What partners read of the network: locations, with EVSEs and connectors, and tariffs. */
export function publishingRoutes(ocpi: OcpiServer, parts: PublishingParts): void {
  for (const module of ['locations', 'tariffs'] as const) {
    ocpiList(ocpi, { module, role: 'SENDER' }, async ({ version, page, partner }) => {
      // while somebody turns the pages, they stay as they were at the first
      if (page.offset === 0) await refreshShown(parts)
      const isOwn = module === 'tariffs' && (await parts.contractCompanies(parts.db)).has(partner.id)
      return listPage(parts.db, { version, module, partnerId: isOwn ? partner.id : null }, page)
    })
  }
  const get = { module: 'locations', role: 'SENDER', method: 'GET' } as const
  ocpiRoute(ocpi, { ...get, path: '/:location' }, async (received) => ({
    data: await findIn(parts, received),
  }))
  ocpiRoute(ocpi, { ...get, path: '/:location/:evse' }, async (received) => ({
    data: evseIn(await findIn(parts, received), received),
  }))
  ocpiRoute(ocpi, { ...get, path: '/:location/:evse/:connector' }, async (received) => ({
    data: partIn(evseIn(await findIn(parts, received), received), 'connectors', [
      'id',
      received.params.connector,
    ]),
  }))
}

async function findIn(parts: PublishingParts, { version, params }: OcpiReceived): Promise<Shown> {
  await refreshShown(parts)
  const of = { version, module: 'locations', partnerId: null } as const
  const found = await findShown(parts.db, { ...of, objectId: params.location ?? '' })
  if (!found) throw notThere('There is no such location.')
  return found
}

const evseIn = (location: Shown, { params }: OcpiReceived): Shown =>
  partIn(location, 'evses', ['uid', params.evse])

/** A part of an object, by its identifier. */
function partIn(owner: Shown, list: string, [name, id]: [string, string | undefined]): Shown {
  const found = ((owner[list] ?? []) as Shown[]).find((one) => sameCi(String(one[name]), id ?? ''))
  if (!found) throw notThere('There is no such part of the location.')
  return found
}
