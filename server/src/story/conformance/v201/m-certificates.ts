import { installationRequest, installedContract } from '@stationmaster/simulator/pki'
import { expect } from 'vitest'
import { questionOf, responderOf } from '../../../slices/control/plug-and-charge/checking/ocsp.ts'
import { rootCertificate } from '../../control/commands/index.ts'
import type { Block } from '../case.ts'
import type { Stage201 } from '../stage201.ts'
import { trialPki } from '../trial-pki.ts'

const hashes = {
  hashAlgorithm: 'SHA256',
  issuerNameHash: 'a1'.repeat(32),
  issuerKeyHash: 'b2'.repeat(32),
  serialNumber: '4711',
}
const words = {
  central_system: 'CSMSRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
  v2g_root: 'V2GRootCertificate',
  mo_root: 'MORootCertificate',
}
type Use = keyof typeof words

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

/** A car asks its contract's provider, and one that has no contract gets Failed. */
async function installsContract(s: Stage201, action: 'Install' | 'Update'): Promise<void> {
  await s.ready()
  trialPki().offer(`CAR-${action}`, trialPki().contract('DE8AACINSTALL1'))
  const ask = (car: string) =>
    s.call('Get15118EVCertificate', {
      iso15118SchemaVersion: 'urn:iso:15118:2:2013:MsgDef',
      action,
      exiRequest: installationRequest(car),
    })
  const answer = await ask(`CAR-${action}`)
  expect(answer.status).toBe('Accepted')
  expect(installedContract(String(answer.exiResponse)).contract).toBe('DE8AACINSTALL1')
  expect(await ask('STRANGER')).toEqual({ status: 'Failed', exiResponse: '' })
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
      play: (s) => installs(s, 'v2g_root', 'Accepted'),
    },
    {
      id: 'TC_M_04',
      subject: 'Install a MORootCertificate',
      play: (s) => installs(s, 'mo_root', 'Accepted'),
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
      id: 'TC_M_24',
      subject: 'Status of a certificate (OCSP)',
      async play(s) {
        await s.ready()
        const [own, issuer] = trialPki().contract('DE8AACSTATUS01').chain
        // a contract has authorities above it
        const { responderUrl, ...named } = questionOf(own!, issuer!, responderOf(own!) ?? '')
        const ask = (responderURL: string) =>
          s.call('GetCertificateStatus', { ocspRequestData: { ...named, responderURL } })
        const answer = await ask(responderUrl)
        expect(answer).toEqual({ status: 'Accepted', ocspResult: expect.any(String) })
        expect(await ask('http://169.254.169.254/ocsp')).toEqual({ status: 'Failed' })
      },
    },
    {
      id: 'TC_M_26',
      subject: 'A car installs the certificate of its contract',
      play: (s) => installsContract(s, 'Install'),
    },
    {
      id: 'TC_M_28',
      subject: 'A car renews the certificate of its contract',
      play: (s) => installsContract(s, 'Update'),
    },
  ],
}
