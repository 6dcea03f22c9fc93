import { SECOND_MS } from '@stationmaster/units'
import { z } from 'zod'
import { type Clock, systemClock } from '../../../../platform/general/clock.ts'
import { type ClientSettings, ClientTokens } from './tokens.ts'

/** a car waits at its plug, and ISO 15118 gives it little more */
const answerMs = 20 * SECOND_MS

/** Who makes cars' contracts, and signs the certificates that stations show to cars; a port with one adapter. */
export interface ContractProvider {
  /** The answer to a car that wants its contract's certificate (EXI, base64); both are opaque to us. Throws where there is none. */
  install(request: { schemaVersion: string; exiRequest: string }): Promise<string>
  /** Signs a station's request (PKCS#10, PEM) by EST (RFC 7030, 4.2). Answers PKCS#7, base64. Throws where it is refused. */
  enroll(request: string): Promise<string>
  /** The authorities between stations' certificates and the root (RFC 7030, 4.1); PKCS#7, base64. */
  authorities(): Promise<string>
}

/** Where the provider is; its paths are those of the Open Plug & Charge Protocol (OPCP), which Hubject and others speak. */
export interface ProviderSettings {
  url: string
  /** sent as it is; null: none is needed */
  token: string | null
  /** where tokens are requested from an authorization server instead */
  client?: ClientSettings | null
}

const signedContract = z.object({
  CCPResponse: z.object({
    emaidContent: z
      .array(z.object({ messageDef: z.object({ certificateInstallationRes: z.string().min(1) }) }))
      .min(1),
  }),
})

/** Calls the provider with the bearer that it wants; throws where it refuses. */
function callerOf({ url, token, client = null }: ProviderSettings, clock: Clock) {
  const base = url.replace(/\/$/, '')
  const tokens = client && new ClientTokens(client, clock)
  return async (path: string, init: { method?: string; body?: string; type?: string; accept: string }) => {
    const { method = 'GET', body, type, accept } = init
    const signal = AbortSignal.timeout(answerMs)
    const send = (bearer: string | null) =>
      fetch(base + path, {
        method,
        headers: {
          accept,
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal,
      })
    const bearer = tokens ? await tokens.bearer() : token
    let answer = await send(bearer)
    // a token may be withdrawn before its end
    if (answer.status === 401 && tokens && bearer !== null) {
      tokens.forget(bearer)
      answer = await send(await tokens.bearer())
    }
    if (!answer.ok) throw new Error(`the contract provider answered ${answer.status}`)
    return answer
  }
}

/** The provider that the settings name. */
export function openProvider(settings: ProviderSettings, clock: Clock = systemClock): ContractProvider {
  const call = callerOf(settings, clock)
  return {
    async install({ schemaVersion, exiRequest }) {
      const body = JSON.stringify({
        certificateInstallationReq: exiRequest,
        xsdMsgDefNamespace: schemaVersion,
      })
      const json = 'application/json'
      const answer = await call('/v1/ccp/signedContractData', {
        method: 'POST',
        body,
        type: json,
        accept: json,
      })
      const { CCPResponse } = signedContract.parse(await answer.json())
      // the schema lets no empty list pass; a provider that knows several contracts of a car puts the one to install first
      return CCPResponse.emaidContent[0]!.messageDef.certificateInstallationRes
    },
    async enroll(request) {
      const answer = await call('/.well-known/cpo/simpleenroll', {
        method: 'POST',
        body: bareOf(request),
        type: 'application/pkcs10',
        accept: 'application/pkcs7',
      })
      return answer.text()
    },
    async authorities() {
      const answer = await call('/.well-known/cpo/cacerts', { accept: 'application/pkcs7' })
      return answer.text()
    },
  }
}

/** A request in PEM without its first and last line: EST takes base64 alone. */
const bareOf = (pem: string): string =>
  pem
    .split('\n')
    .filter((line) => !line.startsWith('-----'))
    .join('')
    .replaceAll(/\s/g, '')
