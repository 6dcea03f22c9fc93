import { createHash } from 'node:crypto'
import { drawKeys, signingRequest } from '@stationmaster/simulator/pki'
import { expect } from 'vitest'
import { questionOf, responderOf } from '../../../slices/control/plug-and-charge/checking/ocsp.ts'
import { rootCertificate } from '../../control/commands/index.ts'
import type { Block } from '../case.ts'
import type { Payload } from '../played-station.ts'
import type { Stage21 } from '../stage21.ts'
import { trialPki } from '../trial-pki.ts'

/** The station requests a certificate for cars; the provider signs, and the station gets it under the number of its request. */
async function signsForCars(s: Stage21, certificateType: string, requestId: number): Promise<void> {
  const { publicKey, privateKey } = drawKeys()
  const signed = s.station.next('CertificateSigned')
  const csr = signingRequest(s.id, publicKey, privateKey)
  expect(await s.call('SignCertificate', { csr, certificateType, requestId })).toEqual({ status: 'Accepted' })
  const { payload, answer } = await signed
  expect(payload).toEqual({ certificateChain: expect.any(String), certificateType, requestId })
  expect(String(payload.certificateChain).match(/BEGIN/g)).toHaveLength(3)
  answer({ status: 'Accepted' })
}

export const certificates: Block<Stage21> = {
  title: 'Certificates that 2.1 adds',
  cases: [
    {
      id: 'SM_2.1_50',
      subject: 'State of a chain of certificates (GetCertificateChainStatus)',
      async play(s) {
        await s.ready()
        const { moRoot } = trialPki()
        const { chain } = trialPki().contract('DE8AACCHAIN021')
        const requests = chain.map((one, index) => {
          const issuer = chain[index + 1] ?? moRoot.certificate
          const { responderUrl, ...hashes } = questionOf(one, issuer, responderOf(one) ?? '')
          return { certificateHashData: hashes, source: 'OCSP', urls: [responderUrl] }
        })
        const [own, ...rest] = requests
        const forbidden = { ...own, urls: ['http://169.254.169.254/ocsp'] }
        const { certificateStatus } = await s.call('GetCertificateChainStatus', {
          certificateStatusRequests: [own, ...rest, forbidden],
        })
        expect(certificateStatus).toEqual(
          [...requests, forbidden].map(({ certificateHashData }, index) => ({
            certificateHashData,
            source: 'OCSP',
            status: index < 3 ? 'Good' : 'Failed',
            nextUpdate: expect.stringMatching(/^\d{4}-.*Z$/),
          })),
        )
      },
    },
    {
      id: 'SM_2.1_51',
      subject: 'Install and retrieve an OEMRootCertificate',
      async play(s) {
        await s.ready()
        const certificateType = 'OEMRootCertificate'
        const install = {
          task: 'install_certificate',
          use: 'oem_root',
          certificate: rootCertificate,
        } as const
        const installed = await s.task(install, 'InstallCertificate', { status: 'Accepted' })
        expect(installed.request).toEqual({ certificateType, certificate: rootCertificate.trim() })
        const hash = createHash('sha256').update('A').digest('hex')
        const hashes = {
          hashAlgorithm: 'SHA256',
          issuerNameHash: hash,
          issuerKeyHash: hash,
          serialNumber: '1',
        }
        const listed = await s.task({ task: 'certificates', use: 'oem_root' }, 'GetInstalledCertificateIds', {
          status: 'Accepted',
          certificateHashDataChain: [{ certificateType, certificateHashData: hashes }],
        })
        expect(listed.request).toEqual({ certificateType: [certificateType] })
        expect(listed.result).toMatchObject({ accepted: true, certificates: [hashes] })
      },
    },
    {
      id: 'SM_2.1_52',
      subject: 'Certificates for cars of ISO 15118-2 and -20, by the numbers of their requests',
      async play(s) {
        await s.ready()
        await signsForCars(s, 'V2GCertificate', 11)
        await signsForCars(s, 'V2G20Certificate', 12)
      },
    },
    {
      id: 'SM_2.1_53',
      subject: 'An operator has a certificate for cars of ISO 15118-20 requested',
      async play(s) {
        await s.ready()
        const { request, result } = await s.task(
          { task: 'request_certificate', for_cars: true, part: 20 },
          'TriggerMessage',
          { status: 'Accepted' },
        )
        expect(request).toEqual({ requestedMessage: 'SignV2G20Certificate' } satisfies Payload)
        expect(result).toMatchObject({ accepted: true })
      },
    },
  ],
}
