import {
  accepted,
  evse,
  hashes,
  hashOf,
  heartbeat,
  install,
  list,
  reserve,
  setLimit,
  show,
  token,
  untilAvailable,
  watch,
} from './payloads-201.ts'
import type { CommandRow } from './scene.ts'

/** Commands of 2.0.1, to GetVariables. */
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
      await scene.addCard('CACHED201')
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
    effect: async ({ expect, station }) => {
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
      scene.expect(scene.powerW).toBeLessThanOrEqual(4_300)
    },
    payload: () => ({ chargingProfileCriteria: { evseId: 1, chargingProfilePurpose: 'TxDefaultProfile' } }),
    answer: accepted,
    effect: (scene) => scene.expect(scene.powerW).toBeGreaterThan(4_300),
  },
  {
    action: 'ClearDisplayMessage',
    before: show,
    payload: () => ({ id: 2 }),
    answer: accepted,
    effect: async (scene) =>
      scene.expect((await scene.send('GetDisplayMessages', { requestId: 1 })).status).toBe('Unknown'),
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
      scene.expect((await scene.send('GetMonitoringReport', { requestId: 1 })).status).toBe('EmptyResultSet'),
  },
  {
    action: 'CostUpdated',
    before: (scene) => scene.charging(),
    payload: ({ transactionId }) => ({ totalCost: 12.5, transactionId }),
    answer: {},
    effect: ({ expect, station }) => expect(station.transactions().at(-1)?.shownCost).toBe(12.5),
  },
  {
    action: 'CustomerInformation',
    before: list,
    payload: () => ({ requestId: 3, report: true, clear: true, idToken: token('BARRED') }),
    answer: accepted,
    effect: async (scene) => {
      const { data } = await scene.heard('NotifyCustomerInformation')
      scene.expect(data).toBe('BARRED: in the local list; removed')
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
    effect: async (scene) => scene.expect(await hashes(scene)).toEqual({ status: 'NotFound' }),
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
      scene.expect({ chargingProfile, evseId }).toMatchObject({ chargingProfile: [{ id: 7 }], evseId: 1 })
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
      scene.heard('NotifyDisplayMessages', (payload) => JSON.stringify(payload).includes('Welcome')),
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
    answer: accepted,
    effect: async (scene, { filename }) => {
      scene.expect(filename).toContain('diagnostics')
      await scene.heard(
        'LogStatusNotification',
        (payload) => payload.status === 'Uploaded' && payload.requestId === 9,
      )
      scene.expect(scene.host.brought.get(`/${scene.id}`)).toContain('GetLog')
    },
  },
  {
    action: 'GetMonitoringReport',
    before: watch,
    payload: () => ({ requestId: 10 }),
    answer: accepted,
    effect: async (scene) => {
      const { monitor } = await scene.heard('NotifyMonitoringReport')
      scene.expect(monitor).toMatchObject([{ variableMonitoring: [{ id: 1, type: 'UpperThreshold' }] }])
    },
  },
  {
    action: 'GetReport',
    payload: () => ({ requestId: 11, componentVariable: [heartbeat] }),
    answer: accepted,
    effect: async (scene) => {
      const { reportData } = await scene.heard('NotifyReport', ({ requestId }) => requestId === 11)
      scene.expect(reportData).toMatchObject([heartbeat])
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
]
