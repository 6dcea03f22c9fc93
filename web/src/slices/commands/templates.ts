import { type Command, faultsOf, type Json } from './schema.ts'

/** The ready commands (domain.md#console). */
export const templateNames = [
  'resetSoft',
  'resetHard',
  'limitCurrent',
  'readLimit',
  'requestStatuses',
  'setLogging',
  'switchServers',
  'autonomyOn',
  'autonomyOff',
] as const
export type TemplateName = (typeof templateNames)[number]

export interface Template {
  name: TemplateName
  action: string
  payload: Json
}

type Variant = readonly [action: string, payload: Json]

const limited = {
  stackLevel: 0,
  chargingProfileKind: 'Absolute',
}
const amperes = { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] }
const setVariable = (component: string, variable: string, attributeValue: string): Json => ({
  setVariableData: [{ component: { name: component }, variable: { name: variable }, attributeValue }],
})
const autonomy = (on: boolean): Variant[] => [
  ['ChangeConfiguration', { key: 'AllowOfflineTxForUnknownId', value: String(on) }],
  ['SetVariables', setVariable('AuthCtrlr', 'OfflineTxForUnknownIdEnabled', String(on))],
]

/** Each in the ways that stations may understand it; the first that fits a station's own schemas is its. */
const variants: Record<TemplateName, readonly Variant[]> = {
  resetSoft: [
    ['Reset', { type: 'Soft' }],
    ['Reset', { type: 'OnIdle' }],
  ],
  resetHard: [
    ['Reset', { type: 'Hard' }],
    ['Reset', { type: 'Immediate' }],
  ],
  limitCurrent: [
    [
      'SetChargingProfile',
      {
        connectorId: 0,
        csChargingProfiles: {
          chargingProfileId: 1,
          ...limited,
          chargingProfilePurpose: 'ChargePointMaxProfile',
          chargingSchedule: amperes,
        },
      },
    ],
    [
      'SetChargingProfile',
      {
        evseId: 0,
        chargingProfile: {
          id: 1,
          ...limited,
          chargingProfilePurpose: 'ChargingStationMaxProfile',
          chargingSchedule: [{ id: 1, ...amperes }],
        },
      },
    ],
  ],
  readLimit: [
    ['GetCompositeSchedule', { connectorId: 0, duration: 86_400, chargingRateUnit: 'A' }],
    ['GetCompositeSchedule', { evseId: 0, duration: 86_400, chargingRateUnit: 'A' }],
  ],
  requestStatuses: [['TriggerMessage', { requestedMessage: 'StatusNotification' }]],
  setLogging: [
    ['ChangeConfiguration', { key: 'LogLevel', value: 'debug' }],
    ['SetVariables', setVariable('LogCtrlr', 'LogLevel', 'debug')],
  ],
  switchServers: [
    ['ChangeConfiguration', { key: 'CentralSystemURL', value: 'wss://csms.example/ocpp' }],
    [
      'SetNetworkProfile',
      {
        configurationSlot: 1,
        connectionData: {
          ocppVersion: 'OCPP20',
          ocppTransport: 'JSON',
          ocppCsmsUrl: 'wss://csms.example/ocpp',
          messageTimeout: 30,
          securityProfile: 2,
          ocppInterface: 'Wired0',
        },
      },
    ],
  ],
  autonomyOn: autonomy(true),
  autonomyOff: autonomy(false),
}

/** The templates that a station's commands allow. */
export function templatesOf(commands: readonly Command[]): Template[] {
  const schemas = new Map(commands.map(({ action, schema }) => [action, schema]))
  return templateNames.flatMap((name) => {
    const fitting = variants[name].find(([action, payload]) => {
      const schema = schemas.get(action)
      return schema && faultsOf(schema, payload).length === 0
    })
    return fitting ? { name, action: fitting[0], payload: fitting[1] } : []
  })
}

const hurting = new Set([
  'CertificateSigned',
  'ChangeAvailability',
  'ClearCache',
  'ClearChargingProfile',
  'DeleteCertificate',
  'InstallCertificate',
  'PublishFirmware',
  'RemoteStopTransaction',
  'RequestStopTransaction',
  'Reset',
  'SetNetworkProfile',
  'SignedUpdateFirmware',
  'UnlockConnector',
  'UpdateFirmware',
])

/** Whether a command may cost a session, money or the connection, so that a question stands before it. */
export const hurts = (action: string, payload: Json): boolean =>
  hurting.has(action) ||
  (action === 'ChangeConfiguration' && /url|password|authorizationkey/i.test(String(payload.key)))
