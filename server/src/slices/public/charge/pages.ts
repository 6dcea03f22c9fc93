import type { ChargeStation, Language } from '@stationmaster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../../platform/http/failure.ts'
import { drawingModule, languagesOf } from '../../../platform/http/web.ts'
import { codeIn } from './code.ts'
import { deviceKeyOf } from './device.ts'
import { connectorIn } from './numbered.ts'
import type { ChargeParts } from './parts.ts'
import { readStation } from './view.ts'

/** What the build of the web application makes for the server (web/src/pages/public/charge/draw.tsx). */
interface Drawing {
  drawStation(language: Language, path: string, station: ChargeStation): Promise<string>
  drawNumber(language: Language, unknown: string | null, several?: Several): Promise<string>
}

/** Stations of the same number, to choose from. */
interface Several {
  number: string
  stations: { name: string; city: string; street: string; connector_id: number }[]
}

interface Query {
  /** a connector of the station that is meant, where several have its number */
  connector?: string
  /** the signature of a sticker */
  k?: string
  number?: string
  /** the password and the EVSE of the code that a station shows */
  c?: string
  evse?: string
}

const mostDigits = 9
const signatureForm = /^[\w-]{1,64}$/

/**
 * Serves /charge, where a driver types the number of a station, and /charge/{number}, the station. They are drawn here for each request:
 * price and state are read without a script.
 */
export function chargePages(app: FastifyInstance, parts: ChargeParts): void {
  const drawing = drawingModule<Drawing>('charge')

  const send = (reply: FastifyReply, status: number, page: string) =>
    reply
      .code(status)
      .headers({ 'cache-control': 'private, no-cache', vary: 'accept-language, cookie' })
      .header(
        'permissions-policy',
        String(reply.getHeader('permissions-policy')).replace('camera=()', 'camera=(self)'),
      )
      .type('text/html; charset=utf-8')
      .send(page)

  const typed = async (request: FastifyRequest, reply: FastifyReply, unknown: string | null) => {
    const page = await (await drawing()).drawNumber(languagesOf(request).language, unknown)
    return send(reply, unknown === null ? 200 : 404, page)
  }

  app.get<{ Querystring: Query }>('/charge', (request, reply) => {
    const { number } = request.query
    if (typeof number !== 'string') return typed(request, reply, null)
    const digits = number.replaceAll(/\D/g, '')
    return digits
      ? reply.redirect(`/charge/${digits.slice(0, mostDigits)}`)
      : typed(request, reply, number.slice(0, 20))
  })

  app.get<{ Params: { number: string }; Querystring: Query }>('/charge/:number', async (request, reply) => {
    const { number } = request.params
    if (!/^\d{1,9}$/.test(number)) return typed(request, reply, number.slice(0, 20))
    const { k } = request.query
    const signature = typeof k === 'string' && signatureForm.test(k) ? k : undefined
    const connectorId = connectorIn(request.query.connector)
    const code = codeIn(request.query)
    const look = {
      number: Number(number),
      signature,
      connectorId,
      deviceKey: deviceKeyOf(request),
      code,
      remoteAddress: request.remoteAddress,
    }
    const { language } = languagesOf(request)
    const station = await readStation(parts, look).catch(onlyFailures)
    if (station instanceof Failure) {
      if (station.code !== 'station.same_number') return typed(request, reply, number)
      const several = { number, ...(station.details as Omit<Several, 'number'>) }
      return send(reply, 200, await (await drawing()).drawNumber(language, null, several))
    }
    const query = new URLSearchParams({
      ...(signature === undefined ? {} : { k: signature }),
      ...(connectorId === undefined ? {} : { connector: String(connectorId) }),
      ...(code ? { c: code.password, evse: String(code.evse) } : {}),
    }).toString()
    const path = `/charge/${number}${query && `?${query}`}`
    return send(reply, 200, await (await drawing()).drawStation(language, path, station))
  })
}

/** There is no such station, or more than one. */
function onlyFailures(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}
