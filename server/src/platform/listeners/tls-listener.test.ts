import 'reflect-metadata'
import { KeyObject, type webcrypto } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { X509CertificateGenerator } from '@peculiar/x509'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secureOptions } from './tls-files.ts'
import { openTlsListener, type TlsListener } from './tls-listener.ts'

const kinds = {
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
}

/** A certificate that vouches for itself, and its key; PEM. */
async function draw(kind: keyof typeof kinds): Promise<{ cert: string; key: string; print: string }> {
  const algorithm = kinds[kind]
  const keys = (await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notAfter: new Date(Date.now() + 86_400_000),
  })
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' })
  const print = Buffer.from(await made.getThumbprint('SHA-1')).toString('hex')
  return { cert: made.toString('pem'), key: String(key), print }
}

describe('the door over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-door-'))
  const at = (name: string) => join(folder, name)
  const files = {
    certs: [at('rsa.pem'), at('ec.pem')],
    keys: [at('rsa.key'), at('ec.key')],
    clientCa: null,
  }
  const put = async (kind: keyof typeof kinds) => {
    const drawn = await draw(kind)
    writeFileSync(at(`${kind}.pem`), drawn.cert)
    writeFileSync(at(`${kind}.key`), drawn.key)
    return drawn.print
  }
  const lines: string[] = []
  const log = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) }
  const prints = { rsa: '', ec: '' }
  let door: TlsListener
  beforeAll(async () => {
    prints.rsa = await put('rsa')
    prints.ec = await put('ec')
    door = await openTlsListener({
      port: 0,
      host: '127.0.0.1',
      files,
      readEveryMs: 20,
      log: log as never,
      listen: () => {},
    })
  })
  afterAll(async () => {
    await door.close()
    rmSync(folder, { recursive: true })
  })

  /** What a client that offers these suites only comes to. */
  const shake = (ciphers: string, version: SecureVersion = 'TLSv1.2') =>
    new Promise<{ suite: string; print: string }>((resolve, reject) => {
      const socket = connect(
        {
          port: door.port,
          host: '127.0.0.1',
          rejectUnauthorized: false,
          ciphers,
          minVersion: version,
          maxVersion: version,
        },
        () => {
          const print = socket.getPeerCertificate().fingerprint.replaceAll(':', '').toLowerCase()
          const { standardName: suite } = socket.getCipher()
          socket.destroy()
          resolve({ suite, print })
        },
      )
      socket.once('error', reject)
    })

  test.each([
    ['ECDHE-ECDSA-AES128-GCM-SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'ec'],
    ['ECDHE-ECDSA-AES256-GCM-SHA384', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384', 'ec'],
    ['AES128-GCM-SHA256', 'TLS_RSA_WITH_AES_128_GCM_SHA256', 'rsa'],
    ['AES256-GCM-SHA384', 'TLS_RSA_WITH_AES_256_GCM_SHA384', 'rsa'],
    ['ECDHE-RSA-AES256-GCM-SHA384', 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', 'rsa'],
    ['AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'rsa'],
  ] as const)('serves a station that offers %s only', async (offered, suite, kind) => {
    expect(await shake(offered)).toEqual({ suite, print: prints[kind] })
  })

  test('takes TLS 1.3, and nothing older than 1.2 or with older suites', async () => {
    expect(await shake('TLS_AES_128_GCM_SHA256', 'TLSv1.3')).toMatchObject({
      suite: 'TLS_AES_128_GCM_SHA256',
    })
    await expect(shake('AES128-SHA@SECLEVEL=0', 'TLSv1.1')).rejects.toThrow()
    await expect(shake('AES128-SHA')).rejects.toThrow()
    await expect(shake('ECDHE-RSA-AES128-SHA256')).rejects.toThrow()
  })

  test('reads a renewed certificate by itself, and keeps the one that it has while the new is no good', async () => {
    const rsa = async () => (await shake('AES128-GCM-SHA256')).print
    const before = await rsa()
    lines.length = 0
    writeFileSync(at('rsa.pem'), (await draw('rsa')).cert)
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toContain('a key is not that of its certificate')
    rmSync(at('rsa.pem'))
    await expect.poll(() => lines.length).toBe(2)
    expect(lines[1]).toContain(`OCPP_TLS_CERT ${at('rsa.pem')} cannot be read`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(lines).toHaveLength(2)
    expect(await rsa()).toBe(before)
    const next = await put('rsa')
    await expect.poll(rsa).toBe(next)
    expect(lines.at(-1)).toBe('the certificates for stations were read anew')
    expect((await shake('ECDHE-ECDSA-AES128-GCM-SHA256')).print).toBe(prints.ec)
  })

  test('takes one certificate of a kind', async () => {
    const [one, other] = [await draw('ec'), await draw('ec')]
    const pems = { certs: [one.cert, other.cert], keys: [one.key, other.key], clientCa: null }
    expect(() => secureOptions(pems)).toThrow('two certificates have keys of one kind')
  })
})
