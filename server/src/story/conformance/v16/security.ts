import { expect } from 'vitest'
import { rootCertificate } from '../../control/commands/index.ts'
import { p256, rsa } from '../../world/certificate-request.ts'
import type { Block } from '../case.ts'
import {
  asksForCertificate,
  connectsWithNewPassword,
  isServedBySuites,
  mistrustsServer,
  overTls,
  profileOf,
  reportsSecurityEvent,
} from '../security.ts'
import type { Stage16 } from '../stage16.ts'

const hashes = {
  hashAlgorithm: 'SHA256',
  issuerNameHash: 'a1'.repeat(32),
  issuerKeyHash: 'b2'.repeat(32),
  serialNumber: '4711',
}

async function installs(s: Stage16, use: 'manufacturer' | 'central_system', word: string): Promise<void> {
  await s.ready()
  const install = await s.task(
    { task: 'install_certificate', use, certificate: rootCertificate },
    'InstallCertificate',
    { status: 'Accepted' },
  )
  expect(install.request).toEqual({ certificateType: word, certificate: rootCertificate.trim() })
  expect(install.result).toMatchObject({ accepted: true })
  const listed = await s.task({ task: 'certificates', use }, 'GetInstalledCertificateIds', {
    status: 'Accepted',
    certificateHashData: [hashes],
  })
  expect(listed.request).toEqual({ certificateType: word })
  expect(listed.result.certificates).toEqual([hashes])
}

const certificateRequest = (answer: 'Accepted' | 'Rejected') => ({
  trigger: 'ExtendedTriggerMessage',
  triggered: { requestedMessage: 'SignChargePointCertificate' },
  answer,
})

/** The station gets a new certificate, and connects with it over TLS. */
async function renewsCertificate(s: Stage16, algorithm: typeof p256 | ReturnType<typeof rsa>): Promise<void> {
  await s.ready()
  const own = await asksForCertificate(s, { ...certificateRequest('Accepted'), algorithm })
  await s.connect({ ...overTls(s, own), password: undefined })
  await s.until('it is known by its certificate', async () => (await profileOf(s)) === 3)
}

const firmwareSteps = async (s: Stage16, requestId: number, steps: readonly string[]) => {
  for (const status of steps) await s.call('SignedFirmwareStatusNotification', { status, requestId })
}

const updatesSigned = (s: Stage16, requestId: number) =>
  s.send(
    'SignedUpdateFirmware',
    {
      requestId,
      firmware: {
        location: 'https://firmware.example/v2.bin',
        retrieveDateTime: s.ago(),
        signingCertificate: rootCertificate,
        signature: 'c2lnbmF0dXJl',
      },
    },
    { status: 'Accepted' },
  )

export const security: Block<Stage16> = {
  title: 'Security',
  cases: [
    {
      id: 'TC_073',
      subject: 'Update the password for HTTP Basic',
      async play(s) {
        await s.ready()
        const { request, result } = await s.task({ task: 'renew_password' }, 'ChangeConfiguration', {
          status: 'Accepted',
        })
        expect(request.key).toBe('AuthorizationKey')
        const digits = String(request.value)
        // 16 to 20 bytes in hexadecimal digits (security whitepaper, clause 4.4)
        expect(digits).toMatch(/^([0-9a-f]{2}){16,20}$/i)
        expect(result).toMatchObject({ accepted: true })
        await connectsWithNewPassword(s, Buffer.from(digits, 'hex').toString())
      },
    },
    {
      id: 'TC_075_1',
      subject: 'Install a ManufacturerRootCertificate',
      play: (s) => installs(s, 'manufacturer', 'ManufacturerRootCertificate'),
    },
    {
      id: 'TC_075_2',
      subject: 'Install a CentralSystemRootCertificate',
      play: (s) => installs(s, 'central_system', 'CentralSystemRootCertificate'),
    },
    {
      id: 'TC_076',
      subject: 'Delete an installed certificate',
      async play(s) {
        await s.ready()
        const { request, result } = await s.task(
          { task: 'delete_certificate', hashes },
          'DeleteCertificate',
          {
            status: 'Accepted',
          },
        )
        expect(request).toEqual({ certificateHashData: hashes })
        expect(result).toMatchObject({ accepted: true })
      },
    },
    {
      id: 'TC_078',
      subject: 'Invalid central system certificate',
      async play(s) {
        await mistrustsServer(s)
        await s.ready()
        await reportsSecurityEvent(s, 'InvalidCentralSystemCertificate')
        const install = await s.task(
          { task: 'install_certificate', use: 'central_system', certificate: rootCertificate },
          'InstallCertificate',
          { status: 'Rejected' },
        )
        expect(install.result).toMatchObject({ accepted: false, status: 'Rejected' })
      },
    },
    {
      id: 'TC_079',
      subject: 'Get the security log',
      async play(s) {
        await s.ready()
        const { request } = await s.task({ task: 'log', kind: 'security' }, 'GetLog', {
          status: 'Accepted',
          filename: 'security.log',
        })
        expect(request).toMatchObject({ logType: 'SecurityLog' })
        const { requestId, log } = request as { requestId: number; log: { remoteLocation: string } }
        await s.call('LogStatusNotification', { status: 'Uploading', requestId })
        const brought = await fetch(log.remoteLocation, { method: 'PUT', body: 'somebody knocked\n' })
        expect(brought.ok).toBe(true)
        await s.call('LogStatusNotification', { status: 'Uploaded', requestId })
        expect((await s.tasks()).uploads).toMatchObject([{ kind: 'security', status: 'Uploaded', size: 17 }])
      },
    },
    {
      id: 'TC_080',
      subject: 'Secure firmware update',
      async play(s) {
        await s.ready()
        await updatesSigned(s, 80)
        await firmwareSteps(s, 80, [
          'Downloading',
          'Downloaded',
          'SignatureVerified',
          'Installing',
          'InstallRebooting',
        ])
        await s.loseConnection()
        await s.ready()
        await firmwareSteps(s, 80, ['Installed'])
        await reportsSecurityEvent(s, 'FirmwareUpdated')
      },
    },
    {
      id: 'TC_081',
      subject: 'Secure firmware update, invalid signature',
      async play(s) {
        await s.ready()
        await updatesSigned(s, 81)
        await firmwareSteps(s, 81, ['Downloading', 'Downloaded', 'InvalidSignature'])
        await reportsSecurityEvent(s, 'InvalidFirmwareSignature')
      },
    },
    {
      id: 'TC_085',
      subject: 'Basic authentication, valid credentials',
      async play(s) {
        await expect(s.tryConnecting({ password: `${s.made.password}x` })).rejects.toThrow('401')
        await s.ready()
        expect(await profileOf(s)).toBe(1)
      },
    },
    {
      id: 'TC_088',
      subject: 'WebSocket subprotocol negotiation',
      async play(s) {
        await s.connect({ offers: ['ocpp1.5', 'ocpp1.6'] })
        expect(s.station.chosen).toBe('ocpp1.6')
        expect(await s.boot()).toMatchObject({ status: 'Accepted' })
        await s.expectRefusedProtocol(['ocpp0.1', 'http'])
      },
    },
    {
      id: 'TC_074',
      subject: "Update the charge point's certificate, RSA",
      play: (s) => renewsCertificate(s, rsa(2048)),
    },
    {
      id: 'TC_074 (EC)',
      subject: "Update the charge point's certificate, EC",
      play: (s) => renewsCertificate(s, p256),
    },
    {
      id: 'TC_077',
      subject: 'Invalid charge point certificate',
      async play(s) {
        await s.ready()
        await asksForCertificate(s, certificateRequest('Rejected'))
        await reportsSecurityEvent(s, 'InvalidChargePointCertificate')
      },
    },
    {
      id: 'TC_083',
      subject: 'Upgrade the security profile',
      async play(s) {
        await s.ready()
        s.keys.set('SecurityProfile', '1')
        const url = s.world.server.secureUrl!
        const { request, result } = await s.task(
          { task: 'raise_profile', profile: 2, url },
          'ChangeConfiguration',
          { status: 'Accepted' },
        )
        expect(request).toEqual({ key: 'SecurityProfile', value: '2' })
        expect(result).toMatchObject({ accepted: true })
        await s.loseConnection()
        await s.connect(overTls(s))
        expect(await s.boot()).toMatchObject({ status: 'Accepted' })
        expect(await profileOf(s)).toBe(2)
        await expect(s.tryConnecting({})).rejects.toThrow('401')
      },
    },
    {
      id: 'TC_086',
      subject: 'TLS, server side certificate, valid',
      async play(s) {
        await isServedBySuites(s)
        await s.connect(overTls(s))
        expect(await s.boot()).toMatchObject({ status: 'Accepted' })
        expect(await profileOf(s)).toBe(2)
      },
    },
    {
      id: 'TC_087',
      subject: 'TLS, client side certificate, valid',
      async play(s) {
        await s.ready()
        const own = await asksForCertificate(s, certificateRequest('Accepted'))
        await s.connect({ ...overTls(s, own), password: undefined })
        expect(await s.boot()).toMatchObject({ status: 'Accepted' })
        expect(await profileOf(s)).toBe(3)
        await expect(s.tryConnecting({ ...overTls(s), password: undefined })).rejects.toThrow('401')
      },
    },
  ],
}
