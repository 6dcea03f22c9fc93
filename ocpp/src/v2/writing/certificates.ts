import type { CommandWriters } from '../../commands/actions.ts'
import type { CertificateUse } from '../../station-command.ts'

const uses: Record<Exclude<CertificateUse, 'oem_root'>, string> = {
  central_system: 'CSMSRootCertificate',
  manufacturer: 'ManufacturerRootCertificate',
  v2g_root: 'V2GRootCertificate',
  mo_root: 'MORootCertificate',
}
const noOemRoots = { unsupported: 'ocpp2.0.1 has no root certificates of car makers' }
const noPart20 = { unsupported: 'ocpp2.0.1 has no certificates of ISO 15118-20: they begin with ocpp2.1' }

/** Commands about the certificates that are installed on a station. */
export const certificates = {
  certificates: ({ use }) =>
    use === 'oem_root'
      ? noOemRoots
      : { action: 'GetInstalledCertificateIds', payload: { certificateType: [uses[use]] } },
  install_certificate: ({ use, certificate }) =>
    use === 'oem_root'
      ? noOemRoots
      : { action: 'InstallCertificate', payload: { certificateType: uses[use], certificate } },
  delete_certificate: ({ hashes }) => ({
    action: 'DeleteCertificate',
    payload: { certificateHashData: hashes },
  }),
  request_certificate: ({ forCars }) =>
    forCars === 20
      ? noPart20
      : {
          action: 'TriggerMessage',
          payload: { requestedMessage: forCars ? 'SignV2GCertificate' : 'SignChargingStationCertificate' },
        },
  certificate_signed: ({ chain, forCars }) =>
    forCars === 20
      ? noPart20
      : {
          action: 'CertificateSigned',
          payload: {
            certificateChain: chain,
            certificateType: forCars ? 'V2GCertificate' : 'ChargingStationCertificate',
          },
        },
} satisfies Partial<CommandWriters>
