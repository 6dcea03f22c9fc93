import { rootCertificate } from './root-certificate.ts'
import type { CommandRow, Scene } from './scene.ts'

const accepted = { status: 'Accepted' }

const limit = (purpose: string, watts: number, more: object = {}) => ({
  chargingProfileId: 7,
  stackLevel: 1,
  chargingProfilePurpose: purpose,
  chargingProfileKind: 'Absolute',
  chargingSchedule: {
    chargingRateUnit: 'W',
    chargingSchedulePeriod: [{ startPeriod: 0, limit: watts }],
    ...more,
  },
})
const setLimit = (scene: Scene, watts: number) =>
  scene.send('SetChargingProfile', { connectorId: 1, csChargingProfiles: limit('TxDefaultProfile', watts) })
const install = (scene: Scene) =>
  scene.send('InstallCertificate', {
    certificateType: 'CentralSystemRootCertificate',
    certificate: rootCertificate,
  })
const reserve = (scene: Scene) =>
  scene.send('ReserveNow', {
    connectorId: 1,
    expiryDate: scene.inMinutes(10),
    idTag: 'ANNA',
    reservationId: 5,
  })
const list = (scene: Scene) =>
  scene.send('SendLocalList', {
    listVersion: 3,
    updateType: 'Full',
    localAuthorizationList: [
      { idTag: 'LISTED', idTagInfo: { status: 'Accepted' } },
      { idTag: 'BARRED', idTagInfo: { status: 'Blocked' } },
    ],
  })
const hashes = async (scene: Scene) =>
  (await scene.send('GetInstalledCertificateIds', { certificateType: 'CentralSystemRootCertificate' }))
    .payload

const hashOf = (listed: Record<string, unknown>) => {
  const { certificateHashData } = listed as { certificateHashData: object[] }
  return certificateHashData[0]
}

/** Every command of 1.6 with its security extension. */
export const rows16: readonly CommandRow[] = [
  {
    action: 'CancelReservation',
    before: reserve,
    payload: () => ({ reservationId: 5 }),
    answer: accepted,
    effect: (scene) => scene.until('it is free', () => scene.station.connectorView().state === 'Available'),
  },
  {
    action: 'CertificateSigned',
    payload: () => ({ certificateChain: 'not a certificate' }),
    answer: { status: 'Rejected' },
    effect: (scene) =>
      scene.heard('SecurityEventNotification', ({ type }) => type === 'InvalidChargingStationCertificate'),
  },
  {
    action: 'ChangeAvailability',
    payload: () => ({ connectorId: 1, type: 'Inoperative' }),
    answer: accepted,
    effect: (scene) => scene.untilStatus('Unavailable'),
  },
  {
    action: 'ChangeConfiguration',
    payload: () => ({ key: 'ConnectionTimeOut', value: '77' }),
    answer: accepted,
    effect: async (scene) => {
      const { payload } = await scene.send('GetConfiguration', { key: ['ConnectionTimeOut'] })
      scene.expect(payload).toMatchObject({ configurationKey: [{ key: 'ConnectionTimeOut', value: '77' }] })
    },
  },
  {
    action: 'ClearCache',
    before: async (scene) => {
      await scene.addCard('CACHED16')
      await scene.send('ChangeConfiguration', { key: 'AllowOfflineTxForUnknownId', value: 'false' })
      await scene.station.charge({ token: 'CACHED16', energyWh: 1_000 })
    },
    payload: () => ({}),
    answer: accepted,
    effect: async ({ expect, station }) => {
      await station.goOffline()
      await station.plugIn()
      expect(await station.tap(1, 'CACHED16')).toBe('refused')
    },
  },
  {
    action: 'ClearChargingProfile',
    before: async (scene) => {
      await setLimit(scene, 5_000)
      await scene.charging()
      scene.expect(scene.powerW).toBeLessThanOrEqual(5_000)
    },
    payload: () => ({ id: 7 }),
    answer: accepted,
    effect: (scene) => scene.expect(scene.powerW).toBeGreaterThan(5_000),
  },
  {
    action: 'DataTransfer',
    payload: () => ({ vendorId: 'autoenterprise', messageId: 'miscInfo' }),
    answer: accepted,
    effect: (scene) => scene.heard('DataTransfer', ({ messageId }) => messageId === 'miscInfo'),
  },
  {
    action: 'DeleteCertificate',
    before: async (scene) => {
      await install(scene)
      scene.noted = await hashes(scene)
    },
    payload: ({ noted }) => ({ certificateHashData: hashOf(noted) }),
    answer: accepted,
    effect: async (scene) => scene.expect(await hashes(scene)).toEqual({ status: 'NotFound' }),
  },
  {
    action: 'ExtendedTriggerMessage',
    payload: () => ({ requestedMessage: 'SignChargePointCertificate' }),
    answer: accepted,
    effect: (scene) =>
      scene.heard('SignCertificate', ({ csr }) => String(csr).includes('CERTIFICATE REQUEST')),
  },
  {
    action: 'GetCompositeSchedule',
    before: (scene) =>
      scene.send('SetChargingProfile', {
        connectorId: 0,
        csChargingProfiles: limit('ChargePointMaxProfile', 9_000, {
          startSchedule: scene.inMinutes(-1),
          duration: 600,
        }),
      }),
    payload: () => ({ connectorId: 1, duration: 900, chargingRateUnit: 'W' }),
    answer: {
      status: 'Accepted',
      connectorId: 1,
      chargingSchedule: { duration: 900, chargingRateUnit: 'W' },
    },
    effect: (scene, { chargingSchedule }) => {
      const { chargingSchedulePeriod } = chargingSchedule as {
        chargingSchedulePeriod: { startPeriod: number; limit: number }[]
      }
      scene.expect(chargingSchedulePeriod.map((period) => period.limit)).toEqual([9_000, 150_000])
      scene.expect(chargingSchedulePeriod[1]?.startPeriod).toBeGreaterThan(530)
      scene.expect(chargingSchedulePeriod[1]?.startPeriod).toBeLessThanOrEqual(540)
    },
  },
  {
    action: 'GetConfiguration',
    payload: () => ({ key: ['HeartbeatInterval', 'NoSuchKey'] }),
    answer: {
      configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }],
      unknownKey: ['NoSuchKey'],
    },
    effect: () => {},
  },
  {
    action: 'GetDiagnostics',
    payload: ({ host, id }) => ({ location: `${host.url}/${id}` }),
    answer: {},
    effect: async (scene, { fileName }) => {
      scene.expect(fileName).toContain('diagnostics')
      await scene.heard('DiagnosticsStatusNotification', ({ status }) => status === 'Uploaded')
      scene.expect(scene.host.brought.get(`/${scene.id}`)).toContain('GetDiagnostics')
    },
  },
  {
    action: 'GetInstalledCertificateIds',
    before: install,
    payload: () => ({ certificateType: 'CentralSystemRootCertificate' }),
    answer: { status: 'Accepted', certificateHashData: [{ hashAlgorithm: 'SHA256' }] },
    effect: () => {},
  },
  {
    action: 'GetLocalListVersion',
    before: list,
    payload: () => ({}),
    answer: { listVersion: 3 },
    effect: () => {},
  },
  {
    action: 'GetLog',
    payload: ({ host, id }) => ({
      log: { remoteLocation: `${host.url}/${id}` },
      logType: 'SecurityLog',
      requestId: 9,
    }),
    answer: accepted,
    effect: async (scene, { filename }) => {
      scene.expect(filename).toContain('security')
      await scene.heard(
        'LogStatusNotification',
        (payload) => payload.status === 'Uploaded' && payload.requestId === 9,
      )
      scene.expect(scene.host.brought.get(`/${scene.id}`)).toContain('GetLog')
    },
  },
  {
    action: 'InstallCertificate',
    payload: () => ({ certificateType: 'CentralSystemRootCertificate', certificate: rootCertificate }),
    answer: accepted,
    effect: async (scene) => scene.expect(await hashes(scene)).toMatchObject(accepted),
  },
  {
    action: 'RemoteStartTransaction',
    before: (scene) => scene.addCard('REMOTE16'),
    payload: () => ({ connectorId: 1, idTag: 'REMOTE16' }),
    answer: accepted,
    effect: ({ station }) => station.waitFor('charging'),
  },
  {
    action: 'RemoteStopTransaction',
    before: (scene) => scene.charging(),
    payload: ({ transactionId }) => ({ transactionId: Number(transactionId) }),
    answer: accepted,
    effect: (scene) => scene.heard('StopTransaction', ({ reason }) => reason === 'Remote'),
  },
  {
    action: 'ReserveNow',
    payload: (scene) => ({
      connectorId: 1,
      expiryDate: scene.inMinutes(0.1),
      idTag: 'ANNA',
      reservationId: 6,
    }),
    answer: accepted,
    effect: async (scene) => {
      await scene.untilStatus('Reserved')
      await scene.until('it runs out', () => scene.station.connectorView().state === 'Available')
    },
  },
  {
    action: 'Reset',
    payload: () => ({ type: 'Hard' }),
    answer: accepted,
    effect: (scene) => scene.untilHeard('BootNotification', 2),
  },
  {
    action: 'SendLocalList',
    before: ({ station }) => station.plugIn(),
    payload: () => ({
      listVersion: 4,
      updateType: 'Full',
      localAuthorizationList: [{ idTag: 'BARRED', idTagInfo: { status: 'Blocked' } }],
    }),
    answer: accepted,
    effect: async ({ expect, station }) => {
      await station.goOffline()
      expect(await station.tap(1, 'BARRED')).toBe('refused')
      expect(await station.tap(1, 'ANYBODY')).toBe('offline')
    },
  },
  {
    action: 'SetChargingProfile',
    before: async (scene) => {
      await scene.charging()
      scene.expect(scene.powerW).toBeGreaterThan(12_000)
    },
    payload: () => ({ connectorId: 1, csChargingProfiles: limit('TxProfile', 8_000) }),
    answer: accepted,
    effect: async (scene) => {
      scene.expect(scene.powerW).toBeLessThanOrEqual(8_000)
      scene.expect(scene.powerW).toBeGreaterThan(7_000)
      await scene.heard('MeterValues', (payload) => JSON.stringify(payload).includes('Power.Active.Import'))
    },
  },
  {
    action: 'SignedUpdateFirmware',
    payload: ({ host }) => ({
      requestId: 12,
      firmware: {
        location: `${host.url}/signed-3.1.0.bin`,
        retrieveDateTime: new Date(0).toISOString(),
        signingCertificate: rootCertificate,
        signature: 'c2ln',
      },
    }),
    answer: accepted,
    effect: async (scene) => {
      await scene.heard('SignedFirmwareStatusNotification', ({ status }) => status === 'SignatureVerified')
      await scene.heard('BootNotification', ({ firmwareVersion }) => firmwareVersion === '3.1.0')
      await scene.heard('SignedFirmwareStatusNotification', ({ status }) => status === 'Installed')
    },
  },
  {
    action: 'TriggerMessage',
    payload: () => ({ requestedMessage: 'MeterValues', connectorId: 1 }),
    answer: accepted,
    effect: (scene) => scene.heard('MeterValues', (payload) => JSON.stringify(payload).includes('"Trigger"')),
  },
  {
    action: 'UnlockConnector',
    before: (scene) => scene.charging(),
    payload: () => ({ connectorId: 1 }),
    answer: { status: 'Unlocked' },
    effect: (scene) => scene.heard('StopTransaction', ({ reason }) => reason === 'UnlockCommand'),
  },
  {
    action: 'UpdateFirmware',
    payload: ({ host }) => ({
      location: `${host.url}/firmware-2.0.0.bin`,
      retrieveDate: new Date(0).toISOString(),
    }),
    answer: {},
    effect: async (scene) => {
      await scene.heard('FirmwareStatusNotification', ({ status }) => status === 'Installing')
      await scene.heard('BootNotification', ({ firmwareVersion }) => firmwareVersion === '2.0.0')
      await scene.heard('FirmwareStatusNotification', ({ status }) => status === 'Installed')
    },
  },
]
