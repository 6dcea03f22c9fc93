import type { CommandWriters } from '../../commands/actions.ts'
import type { CertificateUse } from '../../station-command.ts'

const uses: Record<CertificateUse, string> = {
  central_system: 'CSMSRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
}

/** Commands about the certificates that are installed on a station. */
export const certificates = {
  certificates: ({ use }) => ({
    action: 'GetInstalledCertificateIds',
    payload: { certificateType: [uses[use]] },
  }),
  install_certificate: ({ use, certificate }) => ({
    action: 'InstallCertificate',
    payload: { certificateType: uses[use], certificate },
  }),
  delete_certificate: ({ hashes }) => ({
    action: 'DeleteCertificate',
    payload: { certificateHashData: hashes },
  }),
  request_certificate: () => ({
    action: 'TriggerMessage',
    payload: { requestedMessage: 'SignChargingStationCertificate' },
  }),
  certificate_signed: ({ chain }) => ({
    action: 'CertificateSigned',
    payload: { certificateChain: chain, certificateType: 'ChargingStationCertificate' },
  }),
} satisfies Partial<CommandWriters>
