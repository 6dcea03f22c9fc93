import type { CommandWriters } from '../../commands/actions.ts'
import type { CertificateUse } from '../../station-command.ts'

const uses: Readonly<Partial<Record<CertificateUse, string>>> = {
  central_system: 'CentralSystemRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
}
const noContracts = { unsupported: 'ocpp1.6 has no certificates of ISO 15118' }

/** Commands about the certificates that are installed on a station. */
export const certificates = {
  certificates: ({ use }) =>
    uses[use] === undefined
      ? noContracts
      : { action: 'GetInstalledCertificateIds', payload: { certificateType: uses[use] } },
  install_certificate: ({ use, certificate }) =>
    uses[use] === undefined
      ? noContracts
      : { action: 'InstallCertificate', payload: { certificateType: uses[use], certificate } },
  delete_certificate: ({ hashes }) => ({
    action: 'DeleteCertificate',
    payload: { certificateHashData: hashes },
  }),
  request_certificate: ({ forCars }) =>
    forCars
      ? noContracts
      : {
          action: 'ExtendedTriggerMessage',
          payload: { requestedMessage: 'SignChargePointCertificate' },
        },
  certificate_signed: ({ chain, forCars }) =>
    forCars ? noContracts : { action: 'CertificateSigned', payload: { certificateChain: chain } },
} satisfies Partial<CommandWriters>
