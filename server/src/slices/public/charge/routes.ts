import { contract } from '@stationmaster/contract'
import { type Rest, route } from '../../../platform/http/http.ts'
import { beginSession } from './begin.ts'
import { codeIn } from './code.ts'
import { cookieOfDevice, deviceKeyOf } from './device.ts'
import type { ChargeParts } from './parts.ts'
import { ownSessions, readStation } from './view.ts'

/** What a driver without an account does at a station. */
export function chargeRoutes(rest: Rest, parts: ChargeParts): void {
  route(rest, contract.charge.station, ({ params, query, request, remoteAddress }) =>
    readStation(parts, {
      number: params.number,
      signature: query.k,
      connectorId: query.connector,
      deviceKey: deviceKeyOf(request),
      code: codeIn({ c: query.c, evse: query.evse }),
      remoteAddress,
    }),
  )
  route(rest, contract.charge.begin, async ({ params, body, request, remoteAddress, setHeader }) => {
    const driverId = async () => (await rest.driverOf(request))?.id ?? null
    const visitor = { deviceKey: deviceKeyOf(request), driverId, remoteAddress }
    const begun = await beginSession(parts, visitor, params.number, body)
    setHeader('set-cookie', cookieOfDevice(begun.device_key, parts.secure))
    return begun
  })
  route(rest, contract.charge.sessions, ({ request }) => ownSessions(parts, deviceKeyOf(request)))
}
