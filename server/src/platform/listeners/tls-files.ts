import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContextOptions } from 'node:tls'

/** Where the stations' TLS port has its certificates from; the first key belongs to the first certificate, and so on. */
export interface TlsFiles {
  certs: readonly string[]
  keys: readonly string[]
  /** the certification authorities of stations' certificates; null: stations need none */
  clientCa: string | null
}

/** What stands in these files, PEM. */
export interface TlsPems {
  certs: readonly string[]
  keys: readonly string[]
  clientCa: string | null
}

/**
 * Cipher suites of the port, best first: what TLS 1.3 has; the four suites of security profiles 2 and 3 (2.0.1 part 2, A00.FR.318; the
 * same in the 1.6 security whitepaper), two for each kind of certificate; and RSA's with a key exchange that keeps the past secret.
 */
const suites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'AES256-GCM-SHA384',
  'AES128-GCM-SHA256',
].join(':')

/** Reads a file that a variable names; throws an Error with one line where it cannot. */
export function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${name} ${file} cannot be read: ${(error as Error).message}.`)
  }
}

/** Reads all files; throws an Error with one line that names the one that cannot be read. */
export function readTlsFiles({ certs, keys, clientCa }: TlsFiles): TlsPems {
  return {
    certs: certs.map((file) => readPem('OCPP_TLS_CERT', file)),
    keys: keys.map((file) => readPem('OCPP_TLS_KEY', file)),
    clientCa: clientCa === null ? null : readPem('OCPP_TLS_CLIENT_CA', clientCa),
  }
}

/** The TLS options with these files; throws an Error with one line where they cannot be used together. */
export function secureOptions({ certs, keys, clientCa }: TlsPems): SecureContextOptions {
  const options: SecureContextOptions = {
    cert: [...certs],
    key: [...keys],
    minVersion: 'TLSv1.2',
    ciphers: suites,
    honorCipherOrder: true,
    ...(clientCa === null ? {} : { ca: clientCa }),
  }
  try {
    const kinds = certs.map((cert, index) => {
      const key = createPrivateKey(keys[index] ?? '')
      if (!new X509Certificate(cert).checkPrivateKey(key))
        throw new Error('a key is not that of its certificate')
      return key.asymmetricKeyType
    })
    if (new Set(kinds).size < kinds.length) throw new Error('two certificates have keys of one kind')
    createSecureContext(options)
  } catch (error) {
    const { message } = error as Error
    throw new Error(`OCPP_TLS_CERT, OCPP_TLS_KEY and OCPP_TLS_CLIENT_CA cannot be used: ${message}.`)
  }
  return options
}
