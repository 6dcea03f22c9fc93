import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { type CommandRow, rootCertificate, type Scene } from './command-scene.ts'

const accepted = { status: 'Accepted' }
const checksum = createHash('md5').update('firmware').digest('hex')
const evse = { id: 1, connectorId: 1 }
const heartbeat = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } }
const token = (idToken: string) => ({ idToken, type: 'ISO14443' })

const limit = (purpose: string, amperes: number) => ({
  id: 7,
  stackLevel: 1,
  chargingProfilePurpose: purpose,
  chargingProfileKind: 'Absolute',
  chargingSchedule: [
    { id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: amperes }] },
  ],
})
const setLimit = (scene: Scene) =>
  scene.send('SetChargingProfile', { evseId: 1, chargingProfile: limit('TxDefaultProfile', 10) })
const install = (scene: Scene) =>
  scene.send('InstallCertificate', { certificateType: 'CSMSRootCertificate', certificate: rootCertificate })
const reserve = (scene: Scene) =>
  scene.send('ReserveNow', {
    id: 5,
    expiryDateTime: scene.inMinutes(10),
    idToken: token('ANNA'),
    evseId: 1,
  })
const list = (scene: Scene) =>
  scene.send('SendLocalList', {
    versionNumber: 3,
    updateType: 'Full',
    localAuthorizationList: [{ idToken: token('BARRED'), idTokenInfo: { status: 'Blocked' } }],
  })
const show = (scene: Scene) =>
  scene.send('SetDisplayMessage', {
    message: { id: 2, priority: 'InFront', message: { format: 'UTF8', content: 'Welcome' } },
  })
const watch = (scene: Scene) =>
  scene.send('SetVariableMonitoring', {
    setMonitoringData: [{ ...heartbeat, type: 'UpperThreshold', value: 500, severity: 5 }],
  })
const beatEvery = (scene: Scene, seconds: number) =>
  scene.send('SetVariables', { setVariableData: [{ ...heartbeat, attributeValue: String(seconds) }] })
const hashes = async (scene: Scene) => (await scene.send('GetInstalledCertificateIds')).payload
const untilAvailable = ({ world, station }: Scene) =>
  world.until('it is free', () => station.connectorView().state === 'Available')

const hashOf = (listed: Record<string, unknown>) => {
  const { certificateHashDataChain } = listed as {
    certificateHashDataChain: { certificateHashData: object }[]
  }
  return certificateHashDataChain[0]?.certificateHashData
}

/** Every command of 2.0.1. */
export const rows201: readonly CommandRow[] = [
  {
    action: 'CancelReservation',
    before: reserve,
    payload: () => ({ reservationId: 5 }),
    answer: accepted,
    effect: untilAvailable,
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
    payload: () => ({ operationalStatus: 'Inoperative', evse }),
    answer: accepted,
    effect: (scene) => scene.untilStatus('Unavailable'),
  },
  {
    action: 'ClearCache',
    before: async (scene) => {
      await scene.world.addCard('CACHED201')
      await scene.send('SetVariables', {
        setVariableData: [
          {
            component: { name: 'AuthCtrlr' },
            variable: { name: 'OfflineTxForUnknownIdEnabled' },
            attributeValue: 'false',
          },
        ],
      })
      await scene.station.charge({ token: 'CACHED201', energyWh: 1_000 })
    },
    payload: () => ({}),
    answer: accepted,
    effect: async ({ station }) => {
      await station.goOffline()
      await station.plugIn()
      expect(await station.tap(1, 'CACHED201')).toBe('refused')
    },
  },
  {
    action: 'ClearChargingProfile',
    before: async (scene) => {
      await setLimit(scene)
      await scene.charging()
      expect(scene.powerW).toBeLessThanOrEqual(4_300)
    },
    payload: () => ({ chargingProfileCriteria: { evseId: 1, chargingProfilePurpose: 'TxDefaultProfile' } }),
    answer: accepted,
    effect: (scene) => expect(scene.powerW).toBeGreaterThan(4_300),
  },
  {
    action: 'ClearDisplayMessage',
    before: show,
    payload: () => ({ id: 2 }),
    answer: accepted,
    effect: async (scene) =>
      expect((await scene.send('GetDisplayMessages', { requestId: 1 })).status).toBe('Unknown'),
  },
  {
    action: 'ClearVariableMonitoring',
    before: watch,
    payload: () => ({ id: [1, 9] }),
    answer: {
      clearMonitoringResult: [
        { id: 1, status: 'Accepted' },
        { id: 9, status: 'NotFound' },
      ],
    },
    effect: async (scene) =>
      expect((await scene.send('GetMonitoringReport', { requestId: 1 })).status).toBe('EmptyResultSet'),
  },
  {
    action: 'CostUpdated',
    before: (scene) => scene.charging(),
    payload: ({ transactionId }) => ({ totalCost: 12.5, transactionId }),
    answer: {},
    effect: ({ station }) => expect(station.transactions().at(-1)?.shownCost).toBe(12.5),
  },
  {
    action: 'CustomerInformation',
    before: list,
    payload: () => ({ requestId: 3, report: true, clear: true, idToken: token('BARRED') }),
    answer: accepted,
    effect: async (scene) => {
      const { data } = await scene.heard('NotifyCustomerInformation')
      expect(data).toBe('BARRED: in the local list; removed')
    },
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
    effect: async (scene) => expect(await hashes(scene)).toEqual({ status: 'NotFound' }),
  },
  {
    action: 'GetBaseReport',
    payload: () => ({ requestId: 4, reportBase: 'FullInventory' }),
    answer: accepted,
    effect: (scene) => scene.heard('NotifyReport', ({ requestId }) => requestId === 4),
  },
  {
    action: 'GetChargingProfiles',
    before: setLimit,
    payload: () => ({ requestId: 5, chargingProfile: {} }),
    answer: accepted,
    effect: async (scene) => {
      const { chargingProfile, evseId } = await scene.heard('ReportChargingProfiles')
      expect({ chargingProfile, evseId }).toMatchObject({ chargingProfile: [{ id: 7 }], evseId: 1 })
    },
  },
  {
    action: 'GetCompositeSchedule',
    before: setLimit,
    payload: () => ({ evseId: 1, duration: 900, chargingRateUnit: 'A' }),
    answer: {
      status: 'Accepted',
      schedule: {
        evseId: 1,
        duration: 900,
        chargingRateUnit: 'A',
        chargingSchedulePeriod: [{ startPeriod: 0, limit: 10 }],
      },
    },
    effect: () => {},
  },
  {
    action: 'GetDisplayMessages',
    before: show,
    payload: () => ({ requestId: 6 }),
    answer: accepted,
    effect: (scene) =>
      scene.heard('NotifyDisplayMessages', (told) => JSON.stringify(told).includes('Welcome')),
  },
  {
    action: 'GetInstalledCertificateIds',
    before: install,
    payload: () => ({ certificateType: ['CSMSRootCertificate'] }),
    answer: { certificateHashDataChain: [{ certificateType: 'CSMSRootCertificate' }] },
    effect: () => {},
  },
  {
    action: 'GetLocalListVersion',
    before: list,
    payload: () => ({}),
    answer: { versionNumber: 3 },
    effect: () => {},
  },
  {
    action: 'GetLog',
    payload: ({ host, id }) => ({
      log: { remoteLocation: `${host.url}/${id}` },
      logType: 'DiagnosticsLog',
      requestId: 9,
    }),
    answer: { status: 'Accepted', filename: expect.stringContaining('diagnostics') },
    effect: async (scene) => {
      await scene.heard('LogStatusNotification', (told) => told.status === 'Uploaded' && told.requestId === 9)
      expect(scene.host.brought.get(`/${scene.id}`)).toContain('GetLog')
    },
  },
  {
    action: 'GetMonitoringReport',
    before: watch,
    payload: () => ({ requestId: 10 }),
    answer: accepted,
    effect: async (scene) => {
      const { monitor } = await scene.heard('NotifyMonitoringReport')
      expect(monitor).toMatchObject([{ variableMonitoring: [{ id: 1, type: 'UpperThreshold' }] }])
    },
  },
  {
    action: 'GetReport',
    payload: () => ({ requestId: 11, componentVariable: [heartbeat] }),
    answer: accepted,
    effect: async (scene) => {
      const { reportData } = await scene.heard('NotifyReport', ({ requestId }) => requestId === 11)
      expect(reportData).toMatchObject([heartbeat])
    },
  },
  {
    action: 'GetTransactionStatus',
    before: (scene) => scene.charging(),
    payload: ({ transactionId }) => ({ transactionId }),
    answer: { ongoingIndicator: true },
    effect: () => {},
  },
  {
    action: 'GetVariables',
    payload: () => ({ getVariableData: [heartbeat] }),
    answer: { getVariableResult: [{ attributeStatus: 'Accepted', attributeValue: '300' }] },
    effect: () => {},
  },
  {
    action: 'InstallCertificate',
    payload: () => ({ certificateType: 'CSMSRootCertificate', certificate: rootCertificate }),
    answer: accepted,
    effect: async (scene) => expect(await hashes(scene)).toMatchObject(accepted),
  },
  {
    action: 'PublishFirmware',
    payload: ({ host }) => ({ location: `${host.url}/fw.bin`, checksum, requestId: 12 }),
    answer: accepted,
    effect: async (scene) => {
      await scene.heard('PublishFirmwareStatusNotification', ({ status }) => status === 'Published')
      expect((await scene.send('UnpublishFirmware', { checksum })).payload).toEqual({ status: 'Unpublished' })
    },
  },
  {
    action: 'RequestStartTransaction',
    before: ({ world }) => world.addCard('REMOTE201'),
    payload: () => ({ evseId: 1, remoteStartId: 4, idToken: token('REMOTE201') }),
    answer: accepted,
    effect: ({ station }) => station.waitFor('charging'),
  },
  {
    action: 'RequestStopTransaction',
    before: (scene) => scene.charging(),
    payload: ({ transactionId }) => ({ transactionId }),
    answer: accepted,
    effect: (scene) => scene.heard('TransactionEvent', ({ eventType }) => eventType === 'Ended'),
  },
  {
    action: 'ReserveNow',
    payload: (scene) => ({
      id: 6,
      expiryDateTime: scene.inMinutes(0.02),
      idToken: token('ANNA'),
      evseId: 1,
    }),
    answer: accepted,
    effect: async (scene) => {
      await scene.untilStatus('Reserved')
      await scene.heard('ReservationStatusUpdate', (told) => told.reservationUpdateStatus === 'Expired')
    },
  },
  {
    action: 'Reset',
    payload: () => ({ type: 'Immediate' }),
    answer: accepted,
    effect: (scene) => scene.heard('BootNotification', ({ reason }) => reason === 'RemoteReset'),
  },
  {
    action: 'SendLocalList',
    before: ({ station }) => station.plugIn(),
    payload: () => ({
      versionNumber: 4,
      updateType: 'Differential',
      localAuthorizationList: [{ idToken: token('BARRED'), idTokenInfo: { status: 'Blocked' } }],
    }),
    answer: accepted,
    effect: async (scene) => {
      const old = await scene.send('SendLocalList', { versionNumber: 4, updateType: 'Differential' })
      expect(old).toMatchObject({ accepted: false, status: 'VersionMismatch' })
      await scene.station.goOffline()
      expect(await scene.station.tap(1, 'BARRED')).toBe('refused')
    },
  },
  {
    action: 'SetChargingProfile',
    before: async (scene) => {
      await scene.charging()
      expect(scene.powerW).toBeGreaterThan(12_000)
    },
    payload: ({ transactionId }) => ({
      evseId: 1,
      chargingProfile: { ...limit('TxProfile', 20), transactionId },
    }),
    answer: accepted,
    effect: async (scene) => {
      expect(scene.powerW).toBeLessThanOrEqual(20 * 430)
      expect(scene.powerW).toBeGreaterThan(20 * 330)
      await scene.heard('TransactionEvent', ({ eventType }) => eventType === 'Updated')
    },
  },
  {
    action: 'SetDisplayMessage',
    payload: () => ({
      message: { id: 3, priority: 'NormalCycle', message: { format: 'UTF8', content: 'Hello' } },
    }),
    answer: accepted,
    effect: async (scene) =>
      expect((await scene.send('GetDisplayMessages', { requestId: 7, id: [3] })).status).toBe('Accepted'),
  },
  {
    action: 'SetMonitoringBase',
    before: watch,
    payload: () => ({ monitoringBase: 'FactoryDefault' }),
    answer: accepted,
    effect: async (scene) =>
      expect((await scene.send('GetMonitoringReport', { requestId: 8 })).status).toBe('EmptyResultSet'),
  },
  {
    action: 'SetMonitoringLevel',
    before: watch,
    payload: () => ({ severity: 5 }),
    answer: accepted,
    effect: async (scene) => {
      await beatEvery(scene, 900)
      await scene.heard('NotifyEvent')
    },
  },
  {
    action: 'SetNetworkProfile',
    payload: () => ({
      configurationSlot: 1,
      connectionData: {
        ocppVersion: 'OCPP20',
        ocppTransport: 'JSON',
        ocppCsmsUrl: 'ws://127.0.0.1:9/ocpp',
        messageTimeout: 30,
        securityProfile: 1,
        ocppInterface: 'Wired0',
      },
    }),
    answer: accepted,
    effect: async (scene) => {
      const { payload } = await scene.send('GetVariables', {
        getVariableData: [
          { component: { name: 'NetworkConfiguration', instance: '1' }, variable: { name: 'OcppCsmsUrl' } },
        ],
      })
      expect(payload).toMatchObject({ getVariableResult: [{ attributeValue: 'ws://127.0.0.1:9/ocpp' }] })
    },
  },
  {
    action: 'SetVariableMonitoring',
    payload: () => ({
      setMonitoringData: [{ ...heartbeat, type: 'UpperThreshold', value: 500, severity: 5 }],
    }),
    answer: { setMonitoringResult: [{ status: 'Accepted', id: 1 }] },
    effect: async (scene) => {
      await beatEvery(scene, 600)
      const { eventData } = await scene.heard('NotifyEvent')
      expect(eventData).toMatchObject([{ actualValue: '600', trigger: 'Alerting', variableMonitoringId: 1 }])
    },
  },
  {
    action: 'SetVariables',
    payload: () => ({ setVariableData: [{ ...heartbeat, attributeValue: '120' }] }),
    answer: { setVariableResult: [{ attributeStatus: 'Accepted' }] },
    effect: async (scene) => {
      const { payload } = await scene.send('GetVariables', { getVariableData: [heartbeat] })
      expect(payload).toMatchObject({ getVariableResult: [{ attributeValue: '120' }] })
    },
  },
  {
    action: 'TriggerMessage',
    payload: () => ({ requestedMessage: 'MeterValues', evse }),
    answer: accepted,
    effect: (scene) => scene.heard('MeterValues', (told) => JSON.stringify(told).includes('"Trigger"')),
  },
  {
    action: 'UnlockConnector',
    before: (scene) => scene.charging(),
    payload: () => ({ evseId: 1, connectorId: 1 }),
    answer: { status: 'OngoingAuthorizedTransaction' },
    effect: async (scene) => {
      await scene.world.post(`connectors/${scene.station.made.connectorId}/stop`)
      await scene.station.waitFor('finished')
      const { status } = await scene.send('UnlockConnector', { evseId: 1, connectorId: 1 })
      expect(status).toBe('Unlocked')
    },
  },
  {
    action: 'UnpublishFirmware',
    payload: () => ({ checksum }),
    answer: { status: 'NoFirmware' },
    effect: () => {},
  },
  {
    action: 'UpdateFirmware',
    payload: ({ host }) => ({
      requestId: 13,
      firmware: {
        location: `${host.url}/firmware-2.0.0.bin`,
        retrieveDateTime: new Date(0).toISOString(),
      },
    }),
    answer: accepted,
    effect: async (scene) => {
      await scene.heard('FirmwareStatusNotification', ({ status }) => status === 'Installing')
      await scene.heard('BootNotification', ({ chargingStation }) =>
        JSON.stringify(chargingStation).includes('"firmwareVersion":"2.0.0"'),
      )
      await scene.heard('FirmwareStatusNotification', ({ status }) => status === 'Installed')
    },
  },
]
