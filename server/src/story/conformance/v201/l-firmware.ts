import { expect } from 'vitest'
import { rootCertificate } from '../../control/commands/index.ts'
import type { Block } from '../case.ts'
import { reportsSecurityEvent } from '../security.ts'
import type { Stage201 } from '../stage201.ts'

const signedFirmware = (s: Stage201) => ({
  location: 'https://firmware.example/v2.bin',
  retrieveDateTime: s.ago(),
  signingCertificate: rootCertificate,
  signature: 'c2lnbmF0dXJl',
})

const updates = (s: Stage201, requestId: number, status: string, firmware: object = signedFirmware(s)) =>
  s.send('UpdateFirmware', { requestId, firmware }, { status })

async function tells(s: Stage201, requestId: number, statuses: readonly string[]): Promise<void> {
  for (const status of statuses) {
    expect(await s.call('FirmwareStatusNotification', { status, requestId })).toEqual({})
  }
}

const verified = ['Downloading', 'Downloaded', 'SignatureVerified'] as const

export const blockL: Block<Stage201> = {
  title: 'L. Firmware',
  cases: [
    {
      id: 'TC_L_01',
      subject: 'Secure firmware update, installed',
      async play(s) {
        await s.ready()
        await updates(s, 1, 'Accepted')
        await tells(s, 1, [...verified, 'Installing', 'InstallRebooting'])
        await s.loseConnection()
        await s.connect()
        expect(await s.boot('FirmwareUpdate')).toMatchObject({ status: 'Accepted' })
        await tells(s, 1, ['Installed'])
        await reportsSecurityEvent(s, 'FirmwareUpdated')
        expect((await s.shown()).technical).toMatchObject({ boot_reason: 'FirmwareUpdate' })
      },
    },
    {
      id: 'TC_L_02',
      subject: 'Secure firmware update, installation scheduled',
      async play(s) {
        await s.ready()
        await updates(s, 2, 'Accepted', { ...signedFirmware(s), installDateTime: s.ago(-3600) })
        await tells(s, 2, [...verified, 'InstallScheduled', 'Installing', 'Installed'])
      },
    },
    {
      id: 'TC_L_06',
      subject: 'Secure firmware update, invalid signature',
      async play(s) {
        await s.ready()
        await updates(s, 6, 'Accepted')
        await tells(s, 6, ['Downloading', 'Downloaded', 'InvalidSignature'])
        await reportsSecurityEvent(s, 'InvalidFirmwareSignature')
      },
    },
    {
      id: 'TC_L_08',
      subject: 'Secure firmware update, installation failed',
      async play(s) {
        await s.ready()
        const location = 'https://firmware.example/v2.bin'
        const { request } = await s.task({ task: 'firmware', location }, 'UpdateFirmware', {
          status: 'Accepted',
        })
        expect(request).toMatchObject({ firmware: { location } })
        const steps = [...verified, 'Installing', 'InstallationFailed']
        await tells(s, request.requestId as number, steps)
        expect((await s.tasks()).firmware?.steps.map(({ status }) => status)).toEqual(steps)
      },
    },
    {
      id: 'TC_L_05',
      subject: 'Secure firmware update, invalid certificate',
      async play(s) {
        await s.ready()
        await updates(s, 5, 'InvalidCertificate')
        await reportsSecurityEvent(s, 'InvalidFirmwareSigningCertificate')
      },
    },
    {
      id: 'TC_L_10',
      subject: 'Firmware update, AcceptedCanceled',
      async play(s) {
        await s.ready()
        await updates(s, 10, 'Accepted')
        await tells(s, 10, ['Downloading'])
        await updates(s, 11, 'AcceptedCanceled')
        await tells(s, 11, [...verified, 'Installing', 'Installed'])
      },
    },
    {
      id: 'TC_L_18',
      subject: 'Publish firmware on a local controller',
      async play(s) {
        await s.ready()
        const checksum = 'd41d8cd98f00b204e9800998ecf8427e'
        const location = 'https://firmware.example/v2.bin'
        await s.send('PublishFirmware', { requestId: 18, location, checksum }, { status: 'Accepted' })
        for (const status of ['Downloading', 'Downloaded', 'ChecksumVerified']) {
          expect(await s.call('PublishFirmwareStatusNotification', { requestId: 18, status })).toEqual({})
        }
        const published = { requestId: 18, status: 'Published', location: ['http://controller.local/v2.bin'] }
        expect(await s.call('PublishFirmwareStatusNotification', published)).toEqual({})
        await s.send('UnpublishFirmware', { checksum }, { status: 'Unpublished' })
      },
    },
  ],
}
