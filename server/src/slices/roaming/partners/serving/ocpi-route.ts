import {
  type Codec,
  codecOf,
  type InterfaceRole,
  type ModuleId,
  type OcpiVersion,
  ocpiVersions,
  read,
  type VersionCodec,
} from '@stationmaster/ocpi'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Stage } from '../rules.ts'
import type { PartnerRow } from '../store.ts'
import { invalid } from './failure.ts'
import type { OcpiServer } from './ocpi-server.ts'
import { type Page, pageHeaders, pageIn } from './paging.ts'
import { calledBy, type OcpiAnswer, send } from './requests.ts'

/** A call of a module, as partners make it; each version has it under its own address. */
export interface OcpiCall<B = undefined> {
  module: ModuleId
  /** ours: of what we own we are the sender */
  role: InterfaceRole
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** behind the module's address, such as `/:uid`; none: the address itself */
  path?: string
  /** both, where nothing is said */
  versions?: readonly OcpiVersion[]
  /** what reads the body; none: the call has no body */
  body?: (codecs: VersionCodec, version: OcpiVersion) => Codec<B>
  /** how far the partner of the token has come; connected partners, where nothing is said */
  stages?: readonly Stage[]
}

/** A call of a partner that may be made, and whose body is what its version says. */
export interface OcpiReceived<B = undefined> {
  partner: PartnerRow
  stage: Stage
  version: OcpiVersion
  codecs: VersionCodec
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string | undefined>>
  body: B
  /** whose call it is, by its headers or as the partner's only party: country code and party id */
  from: { countryCode: string; partyId: string } | null
  /** the token that it came with */
  token: string
  remoteAddress: string
}

/**
 * Serves a call of a module in each of its versions: who calls, their limits, routing headers, the body, the envelope of the answer,
 * and the record of it are done here. The module stands in the details of the version from now on.
 */
export function ocpiRoute<B = undefined>(
  ocpi: OcpiServer,
  call: OcpiCall<B>,
  handler: (received: OcpiReceived<B>) => Promise<OcpiAnswer>,
): void {
  serve(ocpi, call, async (received, request, reply) => {
    const answer = await handler({ ...received, body: bodyOf(call, received, request.body) })
    return send(request, reply, answer)
  })
}

/** The same for a list, which is read in pages. `most`: the largest page, 100 where nothing is said. */
export function ocpiList(
  ocpi: OcpiServer,
  call: Omit<OcpiCall, 'method' | 'body'> & { most?: number },
  handler: (received: OcpiReceived & { page: Page }) => Promise<{ items: readonly unknown[]; total: number }>,
): void {
  const { most } = call
  serve(ocpi, { ...call, method: 'GET' }, async (received, request, reply) => {
    const page = pageIn(received.query, most)
    const { items, total } = await handler({ ...received, body: undefined, page })
    const url = `${ocpi.parts.base()}${request.url}`
    const headers = pageHeaders(url, page, { total, count: items.length, most })
    return send(request, reply, { data: items, headers })
  })
}

type Called = Omit<OcpiReceived, 'body'>

function serve<B>(
  ocpi: OcpiServer,
  call: OcpiCall<B>,
  act: (received: Called, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { module, role, method, path = '', versions = ocpiVersions, stages = ['connected'] } = call
  for (const version of versions) {
    ocpi.note(version, module, role)
    ocpi.app.route({
      method,
      url: `/${version}/${module}${path}`,
      onRequest: (request) => ocpi.admit(request, { version, module, stages }),
      handler: async (request, reply) => {
        const params = request.params as Record<string, string>
        const query = request.query as Record<string, string | undefined>
        const called = { ...calledBy(request), version, codecs: codecOf(version), params, query }
        return act({ ...called, remoteAddress: request.remoteAddress }, request, reply)
      },
    })
  }
}

/** What a body says in its version; throws OcpiFailure with all that is wrong with it. */
function bodyOf<B>(call: OcpiCall<B>, { codecs, version }: Called, json: unknown): B {
  // a call without a body takes none
  if (!call.body) return undefined as B
  const reading = read(call.body(codecs, version), json)
  if (reading.ok) return reading.value
  throw invalid(
    reading.faults
      .slice(0, 10)
      .map(({ path, message }) => (path ? `${path}: ${message}` : message))
      .join('; '),
  )
}
