import { createHash } from 'node:crypto'
import { rootCertificate } from './root-certificate.ts'
import type { Scene } from './scene.ts'

export const accepted = { status: 'Accepted' }
export const checksum = createHash('md5').update('firmware').digest('hex')
export const evse = { id: 1, connectorId: 1 }
export const heartbeat = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } }
export const token = (idToken: string) => ({ idToken, type: 'ISO14443' })

export const limit = (purpose: string, amperes: number) => ({
  id: 7,
  stackLevel: 1,
  chargingProfilePurpose: purpose,
  chargingProfileKind: 'Absolute',
  chargingSchedule: [
    { id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: amperes }] },
  ],
})
export const setLimit = (scene: Scene) =>
  scene.send('SetChargingProfile', { evseId: 1, chargingProfile: limit('TxDefaultProfile', 10) })
export const install = (scene: Scene) =>
  scene.send('InstallCertificate', { certificateType: 'CSMSRootCertificate', certificate: rootCertificate })
export const reserve = (scene: Scene) =>
  scene.send('ReserveNow', {
    id: 5,
    expiryDateTime: scene.inMinutes(10),
    idToken: token('ANNA'),
    evseId: 1,
  })
export const list = (scene: Scene) =>
  scene.send('SendLocalList', {
    versionNumber: 3,
    updateType: 'Full',
    localAuthorizationList: [{ idToken: token('BARRED'), idTokenInfo: { status: 'Blocked' } }],
  })
export const show = (scene: Scene) =>
  scene.send('SetDisplayMessage', {
    message: { id: 2, priority: 'InFront', message: { format: 'UTF8', content: 'Welcome' } },
  })
export const watch = (scene: Scene) =>
  scene.send('SetVariableMonitoring', {
    setMonitoringData: [{ ...heartbeat, type: 'UpperThreshold', value: 500, severity: 5 }],
  })
export const beatEvery = (scene: Scene, seconds: number) =>
  scene.send('SetVariables', { setVariableData: [{ ...heartbeat, attributeValue: String(seconds) }] })
export const hashes = async (scene: Scene) => (await scene.send('GetInstalledCertificateIds')).payload
export const untilAvailable = (scene: Scene) =>
  scene.until('it is free', () => scene.station.connectorView().state === 'Available')

export const hashOf = (listed: Record<string, unknown>) => {
  const { certificateHashDataChain } = listed as {
    certificateHashDataChain: { certificateHashData: object }[]
  }
  return certificateHashDataChain[0]?.certificateHashData
}
