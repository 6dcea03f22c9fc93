import {
  accepted,
  beatEvery,
  checksum,
  evse,
  hashes,
  heartbeat,
  limit,
  token,
  watch,
} from './payloads-201.ts'
import { rootCertificate } from './root-certificate.ts'
import type { CommandRow } from './scene.ts'

/** Commands of 2.0.1, from InstallCertificate. */
export const moreRows201: readonly CommandRow[] = [
  {
    action: 'InstallCertificate',
    payload: () => ({ certificateType: 'CSMSRootCertificate', certificate: rootCertificate }),
    answer: accepted,
    effect: async (scene) => scene.expect(await hashes(scene)).toMatchObject(accepted),
  },
  {
    action: 'PublishFirmware',
    payload: ({ host }) => ({ location: `${host.url}/fw.bin`, checksum, requestId: 12 }),
    answer: accepted,
    effect: async (scene) => {
      await scene.heard('PublishFirmwareStatusNotification', ({ status }) => status === 'Published')
      scene
        .expect((await scene.send('UnpublishFirmware', { checksum })).payload)
        .toEqual({ status: 'Unpublished' })
    },
  },
  {
    action: 'RequestStartTransaction',
    before: (scene) => scene.addCard('REMOTE201'),
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
      expiryDateTime: scene.inMinutes(0.1),
      idToken: token('ANNA'),
      evseId: 1,
    }),
    answer: accepted,
    effect: async (scene) => {
      await scene.untilStatus('Reserved')
      await scene.heard('ReservationStatusUpdate', (payload) => payload.reservationUpdateStatus === 'Expired')
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
      scene.expect(old).toMatchObject({ accepted: false, status: 'VersionMismatch' })
      await scene.station.goOffline()
      scene.expect(await scene.station.tap(1, 'BARRED')).toBe('refused')
    },
  },
  {
    action: 'SetChargingProfile',
    before: async (scene) => {
      await scene.charging()
      scene.expect(scene.powerW).toBeGreaterThan(12_000)
    },
    payload: ({ transactionId }) => ({
      evseId: 1,
      chargingProfile: { ...limit('TxProfile', 20), transactionId },
    }),
    answer: accepted,
    effect: async (scene) => {
      scene.expect(scene.powerW).toBeLessThanOrEqual(20 * 430)
      scene.expect(scene.powerW).toBeGreaterThan(20 * 330)
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
      scene
        .expect((await scene.send('GetDisplayMessages', { requestId: 7, id: [3] })).status)
        .toBe('Accepted'),
  },
  {
    action: 'SetMonitoringBase',
    before: watch,
    payload: () => ({ monitoringBase: 'FactoryDefault' }),
    answer: accepted,
    effect: async (scene) =>
      scene.expect((await scene.send('GetMonitoringReport', { requestId: 8 })).status).toBe('EmptyResultSet'),
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
      scene
        .expect(payload)
        .toMatchObject({ getVariableResult: [{ attributeValue: 'ws://127.0.0.1:9/ocpp' }] })
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
      scene
        .expect(eventData)
        .toMatchObject([{ actualValue: '600', trigger: 'Alerting', variableMonitoringId: 1 }])
    },
  },
  {
    action: 'SetVariables',
    payload: () => ({ setVariableData: [{ ...heartbeat, attributeValue: '120' }] }),
    answer: { setVariableResult: [{ attributeStatus: 'Accepted' }] },
    effect: async (scene) => {
      const { payload } = await scene.send('GetVariables', { getVariableData: [heartbeat] })
      scene.expect(payload).toMatchObject({ getVariableResult: [{ attributeValue: '120' }] })
    },
  },
  {
    action: 'TriggerMessage',
    payload: () => ({ requestedMessage: 'MeterValues', evse }),
    answer: accepted,
    effect: (scene) => scene.heard('MeterValues', (payload) => JSON.stringify(payload).includes('"Trigger"')),
  },
  {
    action: 'UnlockConnector',
    before: (scene) => scene.charging(),
    payload: () => ({ evseId: 1, connectorId: 1 }),
    answer: { status: 'OngoingAuthorizedTransaction' },
    effect: async (scene) => {
      await scene.stop()
      await scene.station.waitFor('finished')
      const { status } = await scene.send('UnlockConnector', { evseId: 1, connectorId: 1 })
      scene.expect(status).toBe('Unlocked')
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
