import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readPem, readTlsFiles, secureOptions, type TlsFiles } from '../platform/listeners/tls-files.ts'
import { ConfigError } from './config-error.ts'
import { needed } from './config-values.ts'

type Read = { OCPP_TLS_PORT: number } & {
  [name in 'OCPP_TLS_CERT' | 'OCPP_TLS_KEY' | 'OCPP_TLS_CLIENT_CA' | 'OCPP_TLS_CLIENT_CA_KEY']?:
    | string
    | undefined
}

/** A port for stations over TLS. */
export interface TlsListenerConfig {
  port: number
  /** looked at again while the server runs */
  files: TlsFiles
  /** the one of the authorities in `clientCa` whose key we have, to sign stations' certificates with; null: none is signed here */
  authority: { cert: string; key: string } | null
}

/** The certificates of the stations' TLS port; throws ConfigError when one is missing, cannot be read or does not fit. */
export function readTls(v: Read): TlsListenerConfig | null {
  const { OCPP_TLS_CERT, OCPP_TLS_KEY, OCPP_TLS_CLIENT_CA, OCPP_TLS_CLIENT_CA_KEY } = v
  if (!OCPP_TLS_CERT && !OCPP_TLS_KEY && !OCPP_TLS_CLIENT_CA && !OCPP_TLS_CLIENT_CA_KEY) return null
  const { certs, keys } = needed(v, { certs: 'OCPP_TLS_CERT', keys: 'OCPP_TLS_KEY' })
  if (OCPP_TLS_CLIENT_CA_KEY && !OCPP_TLS_CLIENT_CA) {
    throw new ConfigError('OCPP_TLS_CLIENT_CA must be set as well.')
  }
  const files = {
    certs: listed(certs),
    keys: listed(keys),
    clientCa: OCPP_TLS_CLIENT_CA ?? null,
  }
  if (files.certs.length !== files.keys.length) {
    throw new ConfigError('OCPP_TLS_CERT and OCPP_TLS_KEY must name as many files.')
  }
  try {
    const pems = readTlsFiles(files)
    secureOptions(pems)
    const { clientCa } = pems
    const caKey = OCPP_TLS_CLIENT_CA_KEY ? readPem('OCPP_TLS_CLIENT_CA_KEY', OCPP_TLS_CLIENT_CA_KEY) : null
    const authority = clientCa !== null && caKey !== null ? authorityOf(clientCa, caKey) : null
    return { port: v.OCPP_TLS_PORT, files, authority }
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

const listed = (files: string): string[] => files.split(',').map((file) => file.trim())

/** The certificate of an authority, of one file's several, that a key belongs to; throws ConfigError when there is none. */
function authorityOf(certificates: string, key: string): { cert: string; key: string } {
  try {
    const own = createPrivateKey(key)
    if (own.asymmetricKeyType !== 'rsa' && own.asymmetricKeyType !== 'ec')
      throw new Error('it is neither RSA nor EC')
    const all = certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    const cert = all.find((one) => {
      const read = new X509Certificate(one)
      return read.ca && read.checkPrivateKey(own)
    })
    if (cert) return { cert, key }
  } catch (error) {
    throw new ConfigError(`OCPP_TLS_CLIENT_CA_KEY cannot be used: ${(error as Error).message}.`)
  }
  throw new ConfigError('OCPP_TLS_CLIENT_CA_KEY is the key of no authority in OCPP_TLS_CLIENT_CA.')
}
