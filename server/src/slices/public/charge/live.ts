import type { LiveSignal } from '@stationmaster/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { eventStreams, type LiveBus } from '../../../platform/general/live.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Rest } from '../../../platform/http/http.ts'
import { networkOf } from '../../../platform/listeners/proxies.ts'
import type { AccountThrottles } from '../../people/managers/signing-in/throttles.ts'
import { findLinked } from '../pay/store.ts'
import { connectorIn, getNumbered } from './numbered.ts'
import type { ChargeParts } from './parts.ts'

/** An open page that nobody looks at any more: its browser connects again. */
const longestMs = 2 * 3600 * 1000

/** Streams at once of one network address: many people share one, and nobody needs thousands. */
const mostOfAddress = 100

interface LiveParts extends Pick<ChargeParts, 'db' | 'clock'> {
  live: LiveBus
  throttles: AccountThrottles
}

/**
 * Serves drivers' server-sent events: GET driver/stations/{number}/live for a station, GET driver/sessions/{token}/live for the order of
 * a link. An event says that something has changed and nothing else; it is read by the calls for that.
 */
export function driverLive({ app }: Pick<Rest, 'app'>, { db, clock, live, throttles }: LiveParts): void {
  const stream = eventStreams(app)
  const open = new Map<string, number>()
  const serve = (
    { remoteAddress }: FastifyRequest,
    reply: FastifyReply,
    concerns: (signal: LiveSignal) => boolean,
  ) => {
    const address = networkOf(remoteAddress)
    const others = open.get(address) ?? 0
    if (others >= mostOfAddress) throw new Failure('request.too_many')
    open.set(address, others + 1)
    const { tell, end, onClose } = stream(reply)
    const forget = live.subscribe(
      (signals) => {
        if (signals.some(concerns)) tell({ changed: true })
      },
      () => tell({ changed: true }),
    )
    const longest = setTimeout(end, longestMs).unref()
    onClose(() => {
      forget()
      clearTimeout(longest)
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  }
  const schema = { schema: { hide: true } as object }

  app.get<{ Params: { number: string }; Querystring: { connector?: string } }>(
    '/api/v1/driver/stations/:number/live',
    schema,
    async (request, reply) => {
      const { number } = request.params
      if (!/^\d{1,9}$/.test(number)) throw new Failure('station.not_found')
      const station = await getNumbered(db, Number(number), connectorIn(request.query.connector))
      serve(
        request,
        reply,
        (signal) =>
          (signal.topic === 'station' && signal.id === station.id) ||
          (signal.topic === 'connector' && signal.stationId === station.id) ||
          (signal.topic === 'location' && signal.id === station.locationId),
      )
    },
  )
  app.get<{ Params: { token: string } }>(
    '/api/v1/driver/sessions/:token/live',
    schema,
    async (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
      const find = () => findLinked(db, request.params.token)
      const { orderId } = await throttles.opened(request, clock.now(), find, 'payment.not_found')
      serve(request, reply, (signal) => signal.topic === 'order' && signal.id === orderId)
    },
  )
}
