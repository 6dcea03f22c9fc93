import { expect } from 'vitest'
import { rootCertificate } from '../../control/commands/index.ts'
import { requestFor } from '../../world/certificate-request.ts'
import type { Block } from '../case.ts'
import type { Stage201 } from '../stage201.ts'

const hashes = {
  hashAlgorithm: 'SHA256',
  issuerNameHash: 'a1'.repeat(32),
  issuerKeyHash: 'b2'.repeat(32),
  serialNumber: '4711',
}
type Use = 'central_system' | 'manufacturer'
const words = { central_system: 'CSMSRootCertificate', manufacturer: 'ManufacturerRootCertificate' }

async function installs(s: Stage201, use: Use, status: string): Promise<void> {
  await s.ready()
  const { request, result } = await s.task(
    { task: 'install_certificate', use, certificate: rootCertificate },
    'InstallCertificate',
    { status },
  )
  expect(request).toEqual({ certificateType: words[use], certificate: rootCertificate.trim() })
  expect(result).toMatchObject({ accepted: status === 'Accepted', status })
}

/** Root certificates of Plug & Charge (ISO 15118) are installed through the console. */
async function installsByConsole(s: Stage201, certificateType: string): Promise<void> {
  await s.ready()
  const command = { certificateType, certificate: rootCertificate }
  await s.send('InstallCertificate', command, { status: 'Accepted' })
}

async function lists(s: Stage201, use: Use): Promise<void> {
  await s.ready()
  const chain = { certificateType: words[use], certificateHashData: hashes }
  const { request, result } = await s.task({ task: 'certificates', use }, 'GetInstalledCertificateIds', {
    status: 'Accepted',
    certificateHashDataChain: [chain],
  })
  expect(request).toEqual({ certificateType: [words[use]] })
  expect(result).toMatchObject({ accepted: true, certificates: [hashes] })
}

async function deletes(s: Stage201, status: string): Promise<void> {
  await s.ready()
  const { request, result } = await s.task({ task: 'delete_certificate', hashes }, 'DeleteCertificate', {
    status,
  })
  expect(request).toEqual({ certificateHashData: hashes })
  expect(result).toMatchObject({ accepted: status === 'Accepted', status })
}

export const blockM: Block<Stage201> = {
  title: 'M. Certificates',
  cases: [
    {
      id: 'TC_M_01',
      subject: 'Install a CSMSRootCertificate',
      play: (s) => installs(s, 'central_system', 'Accepted'),
    },
    {
      id: 'TC_M_02',
      subject: 'Install a ManufacturerRootCertificate',
      play: (s) => installs(s, 'manufacturer', 'Accepted'),
    },
    {
      id: 'TC_M_03',
      subject: 'Install a V2GRootCertificate',
      play: (s) => installsByConsole(s, 'V2GRootCertificate'),
    },
    {
      id: 'TC_M_04',
      subject: 'Install a MORootCertificate',
      play: (s) => installsByConsole(s, 'MORootCertificate'),
    },
    {
      id: 'TC_M_05',
      subject: 'Install a certificate, failed',
      play: (s) => installs(s, 'central_system', 'Failed'),
    },
    {
      id: 'TC_M_12',
      subject: 'Retrieve certificates, CSMSRootCertificate',
      play: (s) => lists(s, 'central_system'),
    },
    {
      id: 'TC_M_13',
      subject: 'Retrieve certificates, ManufacturerRootCertificate',
      play: (s) => lists(s, 'manufacturer'),
    },
    {
      id: 'TC_M_18',
      subject: 'Retrieve certificates, all types',
      async play(s) {
        await s.ready()
        const chains = ['CSMSRootCertificate', 'ManufacturerRootCertificate', 'V2GRootCertificate'].map(
          (certificateType) => ({ certificateType, certificateHashData: hashes }),
        )
        const all = { status: 'Accepted', certificateHashDataChain: chains }
        await s.send('GetInstalledCertificateIds', {}, all)
      },
    },
    {
      id: 'TC_M_19',
      subject: 'Retrieve certificates, none',
      async play(s) {
        await s.ready()
        const { result } = await s.task(
          { task: 'certificates', use: 'manufacturer' },
          'GetInstalledCertificateIds',
          { status: 'NotFound' },
        )
        expect(result).toMatchObject({ status: 'NotFound', certificates: [] })
      },
    },
    { id: 'TC_M_20', subject: 'Delete a certificate, Accepted', play: (s) => deletes(s, 'Accepted') },
    { id: 'TC_M_21', subject: 'Delete a certificate, Failed', play: (s) => deletes(s, 'Failed') },
    { id: 'TC_M_22', subject: 'Delete a certificate, NotFound', play: (s) => deletes(s, 'NotFound') },
    {
      id: 'TC_M_26',
      subject: 'ISO 15118 certificates for cars',
      notOffered: 'plug and charge by ISO 15118 is not offered: no contract certificates are issued here',
      async play(s) {
        await s.ready()
        const request = {
          iso15118SchemaVersion: 'urn:iso:15118:2:2013:MsgDef',
          action: 'Install',
          exiRequest: 'ZXhp',
        }
        expect(await s.call('Get15118EVCertificate', request)).toEqual({ status: 'Failed', exiResponse: '' })
        const csr = (await requestFor(`CN=${s.id}`)).request.toString('pem')
        const answer = await s.call('SignCertificate', { csr, certificateType: 'V2GCertificate' })
        expect(answer.status).toBe('Rejected')
      },
    },
  ],
}
