import { type ChargingPreferences, type ChargingPreferencesResponse, write } from '@stationmaster/ocpi'
import { notThere } from '../partners/serving/failure.ts'
import { ocpiList, ocpiRoute } from '../partners/serving/ocpi-route.ts'
import type { OcpiServer } from '../partners/serving/ocpi-server.ts'
import { cdrIn, sessionIn } from './kept.ts'
import { findSession, listCdrPage, listSessionPage, type SessionRow } from './store.ts'

/** Sessions and bills, of which we are the sender: a partner reads its own drivers' (OCPI 9.2.1, 10.2.1). */
export function sessionRoutes(ocpi: OcpiServer): void {
  const { db } = ocpi.parts
  ocpiList(ocpi, { module: 'sessions', role: 'SENDER' }, async ({ partner, version, page }) => {
    const { items, total } = await listSessionPage(db, partner.id, page)
    return { items: items.map((body) => sessionIn(version, body)), total }
  })
  ocpiList(ocpi, { module: 'cdrs', role: 'SENDER' }, async ({ partner, version, page }) => {
    const { items, total } = await listCdrPage(db, partner.id, page)
    return { items: items.map((body) => cdrIn(version, body)), total }
  })
  ocpiRoute(
    ocpi,
    {
      module: 'sessions',
      role: 'SENDER',
      method: 'PUT',
      path: '/:session_id/charging_preferences',
      body: ({ chargingPreferences }) => chargingPreferences,
    },
    async ({ partner, params, codecs, body }) => {
      const id = params.session_id ?? ''
      const session = /^\d{1,15}$/.test(id) ? await findSession(db, Number(id)) : undefined
      if (session?.partnerId !== partner.id) throw notThere('There is no such session.')
      return { data: write(codecs.chargingPreferencesResponse, preferencesAnswer(session, body)) }
    },
  )
}

/** Every session charges as fast as its plug and our limits let it: whoever prefers that, or nothing, has it. */
function preferencesAnswer(
  { body }: Pick<SessionRow, 'body'>,
  { profileType }: ChargingPreferences,
): ChargingPreferencesResponse {
  if (body.status !== 'ACTIVE') return 'NOT_POSSIBLE'
  return profileType === 'FAST' || profileType === 'REGULAR' ? 'ACCEPTED' : 'PROFILE_TYPE_NOT_SUPPORTED'
}
