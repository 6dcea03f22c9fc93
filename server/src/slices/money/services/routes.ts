import { type Language, type Service, type ServiceType, services } from '@stationmaster/contract'
import { languageOf } from '../../../platform/general/language.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Received, type Rest, route } from '../../../platform/http/http.ts'
import { findLocation } from '../../places/locations/store.ts'
import * as actions from './actions.ts'
import { findService, listTypes } from './store.ts'
import { inOrder, loadServices, serviceView, typeView } from './view.ts'

type From = Pick<Received<unknown, unknown, unknown>, 'caller' | 'remoteAddress' | 'request'>

const byOf = ({ caller, remoteAddress }: From): actions.By => ({ caller, remoteAddress })
const languageFrom = ({ request }: From): Language => languageOf(request.headers['accept-language'])

/** What locations sell beside charging, and the kinds of services that administrators keep. */
export function serviceRoutes(rest: Rest, parts: actions.ServiceParts): void {
  const { db } = parts

  const view = async (caller: Caller, id: number, language: Language): Promise<Service> => {
    const service = await findService(db, caller, id)
    if (!service) throw new Failure('service.not_found')
    return serviceView(service, language)
  }
  const typesOf = async (language: Language): Promise<ServiceType[]> =>
    inOrder(await listTypes(db), language).map((type) => typeView(type, language))
  const typeOf = async (id: number, from: From): Promise<ServiceType> => {
    const type = (await typesOf(languageFrom(from))).find((one) => one.id === id)
    if (!type) throw new Failure('service_type.not_found')
    return type
  }

  route(rest, services.list, async ({ params: { id }, ...from }) => {
    if (!(await findLocation(db, from.caller, id))) throw new Failure('location.not_found')
    return (await loadServices(db, [id], languageFrom(from))).get(id) ?? []
  })
  route(rest, services.add, async ({ params, body, ...from }) => {
    const id = await actions.addService(parts, byOf(from), params.id, body)
    return view(from.caller, id, languageFrom(from))
  })
  route(rest, services.change, async ({ params, body, ...from }) => {
    await actions.changePrice(parts, byOf(from), params.id, body.price)
    return view(from.caller, params.id, languageFrom(from))
  })
  route(rest, services.remove, async ({ params, ...from }) => {
    await actions.removeService(parts, byOf(from), params.id)
  })

  route(rest, services.types, (from) => typesOf(languageFrom(from)))
  route(rest, services.addType, async ({ body, ...from }) =>
    typeOf(await actions.addType(parts, byOf(from), body), from),
  )
  route(rest, services.changeType, async ({ params, body, ...from }) =>
    typeOf(await actions.changeType(parts, byOf(from), params.id, body), from),
  )
  route(rest, services.removeType, async ({ params, ...from }) => {
    await actions.removeType(parts, byOf(from), params.id)
  })
}
