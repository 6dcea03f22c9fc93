import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxPki } from '@stationmaster/simulator/pki'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openTestDatabase } from '../../platform/general/testing.ts'
import { SandboxProcess } from '../money/payments/payment-sandbox.ts'
import { rsa, selfSigned } from '../world/certificate-request.ts'
import { tlsRoot, tlsSettings } from '../world/tls-for-stories.ts'
import { World } from '../world/world.ts'
import { conformanceCases, type PlayableCase } from './index.ts'
import { openTrialPki } from './trial-pki.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** the row of the table that belongs to a test */
    conformance?: Pick<PlayableCase, 'version' | 'block' | 'id' | 'subject' | 'notOffered'>
  }
}

describe('conformance', () => {
  const tls = tlsSettings(0)
  const folder = mkdtempSync(join(tmpdir(), 'stationmaster-rsa-'))
  const roots = [tlsRoot]
  let world: World
  let pki: SandboxPki
  const sandbox = new SandboxProcess()

  /** The server's own certificate is an EC one; half of the standard's cipher suites need an RSA certificate too. */
  async function besideRsa(env: Record<string, string>): Promise<Record<string, string>> {
    const own = await selfSigned('CN=127.0.0.1', rsa(2048))
    roots.push(own.cert)
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    writeFileSync(cert, own.cert)
    writeFileSync(key, own.key)
    return {
      ...env,
      OCPP_TLS_CERT: `${env.OCPP_TLS_CERT},${cert}`,
      OCPP_TLS_KEY: `${env.OCPP_TLS_KEY},${key}`,
    }
  }

  beforeAll(async () => {
    const env = await besideRsa(tls.env)
    pki = await openTrialPki()
    await sandbox.start()
    world = await World.open(await openTestDatabase(), undefined, {
      OCPP_CALL_TIMEOUT_SECONDS: '5',
      CONTRACT_PROVIDER_URL: pki.url,
      ...sandbox.env,
      ...env,
    })
    await world.post('plug-and-charge/roots', { kind: 'mo', pem: pki.moRoot.certificate.toString() })
  })
  afterAll(async () => {
    await world?.close()
    await pki?.close()
    await sandbox.remove()
    tls.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const { play, alone, ...row } of conformanceCases) {
    const one = alone ? test : test.concurrent
    one(`${row.version} ${row.id} ${row.subject}`, ({ task }) => {
      task.meta.conformance = row
      return play(world, roots)
    })
  }
})
