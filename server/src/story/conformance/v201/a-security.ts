import { expect } from 'vitest'
import { selfSigned } from '../../world/certificate-request.ts'
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
import type { Stage201 } from '../stage201.ts'

const certificateRequest = (answer: 'Accepted' | 'Rejected') => ({
  trigger: 'TriggerMessage',
  triggered: { requestedMessage: 'SignChargingStationCertificate' },
  answer,
})

/** The server sets a new password by SetVariables, and the station answers with `attributeStatus`. */
const renewsPassword = (s: Stage201, attributeStatus: string) =>
  s.commanded(
    'SetVariables',
    ({ payload, answer }) => {
      const [{ component, variable }] = payload.setVariableData as [{ component: object; variable: object }]
      answer({ setVariableResult: [{ attributeStatus, component, variable }] })
    },
    () => s.run({ task: 'renew_password' }),
  )

export const blockA: Block<Stage201> = {
  title: 'A. Security',
  cases: [
    {
      id: 'TC_A_01',
      subject: 'Basic authentication, valid',
      async play(s) {
        await s.ready()
        expect(await profileOf(s)).toBe(1)
      },
    },
    {
      id: 'TC_A_02',
      subject: 'Basic authentication, username is not the station id',
      async play(s) {
        await expect(s.tryConnecting({ user: 'SOMEBODY-ELSE' })).rejects.toThrow('401')
        expect((await s.shown()).online).toBe(false)
      },
    },
    {
      id: 'TC_A_03',
      subject: 'Basic authentication, invalid password',
      async play(s) {
        await expect(s.tryConnecting({ password: `${s.made.password}x` })).rejects.toThrow('401')
        await s.untilRefused('wrong_password')
      },
    },
    {
      id: 'TC_A_04',
      subject: 'TLS, server side certificate, valid',
      async play(s) {
        await mistrustsServer(s)
        await isServedBySuites(s)
        await s.connect(overTls(s))
        expect(await s.boot()).toMatchObject({ status: 'Accepted' })
        expect(await profileOf(s)).toBe(2)
      },
    },
    {
      id: 'TC_A_06',
      subject: 'TLS version too low',
      async play(s) {
        // security level 0: else our own side would not offer such an old version
        const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }
        await expect(s.tryConnecting(overTls(s, old))).rejects.toThrow(
          /alert|protocol version|disconnected|ECONNRESET/i,
        )
        await s.connect(overTls(s, { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }))
        expect(await s.boot()).toMatchObject({ status: 'Accepted' })
      },
    },
    {
      id: 'TC_A_07',
      subject: 'TLS, client side certificate, valid',
      async play(s) {
        await s.ready()
        const own = await asksForCertificate(s, certificateRequest('Accepted'))
        await s.connect({ ...overTls(s, own), password: undefined })
        expect(await s.boot()).toMatchObject({ status: 'Accepted' })
        expect(await profileOf(s)).toBe(3)
      },
    },
    {
      id: 'TC_A_08',
      subject: 'TLS, client side certificate, invalid',
      async play(s) {
        const own = await selfSigned(`CN=${s.id}`)
        await expect(s.tryConnecting({ ...overTls(s, own), password: undefined })).rejects.toThrow('401')
        await s.untilRefused('wrong_certificate')
      },
    },
    {
      id: 'TC_A_09',
      subject: 'Update the password for HTTP Basic, accepted',
      async play(s) {
        await s.ready()
        const { request, result } = await renewsPassword(s, 'Accepted')
        const [{ component, variable, attributeValue }] = request.setVariableData as [
          { component: object; variable: object; attributeValue: string },
        ]
        expect([component, variable]).toEqual([{ name: 'SecurityCtrlr' }, { name: 'BasicAuthPassword' }])
        expect(attributeValue.length).toBeGreaterThanOrEqual(16)
        expect(attributeValue.length).toBeLessThanOrEqual(40)
        expect(result).toMatchObject({ accepted: true })
        await connectsWithNewPassword(s, attributeValue)
      },
    },
    {
      id: 'TC_A_10',
      subject: 'Update the password for HTTP Basic, rejected',
      async play(s) {
        await s.ready()
        const { result } = await renewsPassword(s, 'Rejected')
        expect(result).toMatchObject({ accepted: false, status: 'Rejected' })
        expect((await s.tasks()).security.new_password_since).toBeNull()
        await s.loseConnection()
        await s.ready()
      },
    },
    {
      id: 'TC_A_11',
      subject: 'Update the certificate by request of the CSMS',
      async play(s) {
        await s.ready()
        const own = await asksForCertificate(s, certificateRequest('Accepted'))
        await s.connect({ ...overTls(s, own), password: undefined })
        await s.until('it is known by its certificate', async () => (await profileOf(s)) === 3)
      },
    },
    {
      id: 'TC_A_14',
      subject: 'Update the certificate, invalid certificate',
      async play(s) {
        await s.ready()
        await asksForCertificate(s, certificateRequest('Rejected'))
        await reportsSecurityEvent(s, 'InvalidChargingStationCertificate')
      },
    },
    {
      id: 'TC_A_19',
      subject: 'Upgrade the security profile',
      async play(s) {
        await s.ready()
        const url = s.world.server.secureUrl!
        const network = s.station.next('SetNetworkProfile')
        const priority = s.station.next('SetVariables')
        const reset = s.station.next('Reset')
        const raised = s.run({ task: 'raise_profile', profile: 2, url })
        const profile = await network
        expect(profile.payload).toMatchObject({
          configurationSlot: 2,
          connectionData: {
            ocppCsmsUrl: url,
            securityProfile: 2,
            ocppVersion: 'OCPP20',
            ocppTransport: 'JSON',
          },
        })
        profile.answer({ status: 'Accepted' })
        const slots = await priority
        const [change] = slots.payload.setVariableData as [
          { attributeValue: string; component: object; variable: object },
        ]
        const { attributeValue, component, variable } = change
        expect(attributeValue).toBe('2,1')
        slots.answer({ setVariableResult: [{ attributeStatus: 'Accepted', component, variable }] })
        const restart = await reset
        restart.answer({ status: 'Accepted' })
        expect(await raised).toMatchObject({ accepted: true })
        await s.loseConnection()
        await s.connect(overTls(s))
        expect(await s.boot('RemoteReset')).toMatchObject({ status: 'Accepted' })
        expect(await profileOf(s)).toBe(2)
        await expect(s.tryConnecting({})).rejects.toThrow('401')
      },
    },
  ],
}
