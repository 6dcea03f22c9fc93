/** One thing that can be set on a station, under its 1.6 key and its 2.0.1 component and variable. */
export interface Setting {
  readonly key: string
  readonly component: string
  readonly variable: string
  readonly kind: 'integer' | 'boolean' | 'text'
  readonly readonly: boolean
  value: string
}

export type SettingAnswer = 'Accepted' | 'Rejected'

function setting(
  kind: Setting['kind'],
  [key, component, variable]: [string, string, string],
  value: string | number | boolean,
  readonly = false,
): Setting {
  return { key, component, variable, kind, readonly, value: String(value) }
}

/** The settings that every virtual station has, with their values at first. */
function usualSettings(connectors: number): Setting[] {
  return [
    setting('integer', ['HeartbeatInterval', 'OCPPCommCtrlr', 'HeartbeatInterval'], 300),
    setting('integer', ['WebSocketPingInterval', 'OCPPCommCtrlr', 'WebSocketPingInterval'], 30),
    setting('integer', ['ConnectionTimeOut', 'TxCtrlr', 'EVConnectionTimeOut'], 60),
    setting('integer', ['MeterValueSampleInterval', 'SampledDataCtrlr', 'TxUpdatedInterval'], 15),
    setting('integer', ['ClockAlignedDataInterval', 'AlignedDataCtrlr', 'Interval'], 0),
    setting(
      'text',
      ['MeterValuesSampledData', 'SampledDataCtrlr', 'TxUpdatedMeasurands'],
      'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage,SoC',
    ),
    setting('boolean', ['AuthorizeRemoteTxRequests', 'AuthCtrlr', 'AuthorizeRemoteStart'], false),
    setting('boolean', ['AllowOfflineTxForUnknownId', 'AuthCtrlr', 'OfflineTxForUnknownIdEnabled'], true),
    setting('boolean', ['StopTransactionOnInvalidId', 'TxCtrlr', 'StopTxOnInvalidId'], true),
    setting(
      'boolean',
      ['StopTransactionOnEVSideDisconnect', 'TxCtrlr', 'StopTxOnEVSideDisconnect'],
      true,
      true,
    ),
    setting('integer', ['TransactionMessageAttempts', 'OCPPCommCtrlr', 'MessageAttempts'], 3),
    setting('integer', ['TransactionMessageRetryInterval', 'OCPPCommCtrlr', 'MessageAttemptInterval'], 5),
    setting('integer', ['NumberOfConnectors', 'ChargingStation', 'ConnectorCount'], connectors, true),
    setting(
      'text',
      ['SupportedFeatureProfiles', 'ChargingStation', 'SupportedFeatureProfiles'],
      'Core,RemoteTrigger,Reservation,FirmwareManagement',
      true,
    ),
    setting('integer', ['GetConfigurationMaxKeys', 'DeviceDataCtrlr', 'ItemsPerMessage'], 50, true),
  ]
}

/** What is set on one station; whoever depends on a setting is told when it changes. */
export class Settings {
  readonly all: Setting[]

  constructor(
    connectors: number,
    private readonly onChanged: (setting: Setting) => void,
  ) {
    this.all = usualSettings(connectors)
  }

  integer(key: string): number {
    return Number(this.byKey(key)?.value ?? 0)
  }

  allows(key: string): boolean {
    return this.byKey(key)?.value === 'true'
  }

  byKey(key: string): Setting | undefined {
    return this.all.find((setting) => setting.key === key)
  }

  byVariable(component: string, variable: string): Setting | undefined {
    return this.all.find((setting) => setting.component === component && setting.variable === variable)
  }

  /** Shows a value that the station has come to know by itself. */
  show(key: string, value: number): void {
    const setting = this.byKey(key)
    if (setting) setting.value = String(value)
  }

  /** Sets a value as the central system writes it; refused when it is read-only or of another kind. */
  set(setting: Setting, text: string): SettingAnswer {
    const value = setting.kind === 'boolean' ? text.toLowerCase() : text.trim()
    const fits = {
      integer: /^\d{1,9}$/.test(value),
      boolean: value === 'true' || value === 'false',
      text: value.length <= 500,
    }
    if (setting.readonly || !fits[setting.kind]) return 'Rejected'
    setting.value = value
    this.onChanged(setting)
    return 'Accepted'
  }
}
