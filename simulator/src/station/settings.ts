import type { Traits } from './traits.ts'

/** What can be set on a station, under its 1.6 key and its 2.0.1 component and variable. */
interface SettingSpec {
  readonly key: string
  readonly component: string
  readonly instance?: string
  readonly variable: string
  readonly kind: 'integer' | 'boolean' | 'text'
  readonly readonly: boolean
  /** what is written is not read back: passwords, the secret of codes */
  readonly secret: boolean
  /** what is written counts from the next boot on */
  readonly afterReboot: boolean
  readonly first: string
  /** the key of the setting that says how great this one may be */
  readonly mostIn?: string
}

/** One setting as it stands. */
export interface Setting extends SettingSpec {
  readonly value: string
  readonly most?: string
}

export type SettingAnswer = 'Accepted' | 'Rejected' | 'RebootRequired'

/** The password that a station signs in with (1.6 AuthorizationKey, 2.0.1 BasicAuthPassword). */
export const passwordKey = 'AuthorizationKey'

type Names = readonly [key: string, component: string, variable: string]
type Nature = 'open' | 'readonly' | 'secret' | 'after reboot'

function setting(
  kind: SettingSpec['kind'],
  [key, component, variable]: Names,
  value: string | number | boolean,
  nature: Nature = 'open',
): SettingSpec {
  return {
    key,
    component,
    variable,
    kind,
    readonly: nature === 'readonly',
    secret: nature === 'secret',
    afterReboot: nature === 'after reboot',
    first: String(value),
  }
}

const integer = (names: Names, value: number, nature?: Nature) => setting('integer', names, value, nature)
const boolean = (names: Names, value: boolean, nature?: Nature) => setting('boolean', names, value, nature)
const text = (names: Names, value: string, nature?: Nature) => setting('text', names, value, nature)

/** The settings that every virtual station has, with their values at first; shared by all. */
const usual: readonly SettingSpec[] = [
  integer(['HeartbeatInterval', 'OCPPCommCtrlr', 'HeartbeatInterval'], 300),
  integer(['WebSocketPingInterval', 'OCPPCommCtrlr', 'WebSocketPingInterval'], 30, 'after reboot'),
  integer(['ConnectionTimeOut', 'TxCtrlr', 'EVConnectionTimeOut'], 60),
  integer(['MeterValueSampleInterval', 'SampledDataCtrlr', 'TxUpdatedInterval'], 15),
  integer(['ClockAlignedDataInterval', 'AlignedDataCtrlr', 'Interval'], 0),
  text(
    ['MeterValuesSampledData', 'SampledDataCtrlr', 'TxUpdatedMeasurands'],
    'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage,SoC',
  ),
  boolean(['AuthorizeRemoteTxRequests', 'AuthCtrlr', 'AuthorizeRemoteStart'], false),
  boolean(['AllowOfflineTxForUnknownId', 'AuthCtrlr', 'OfflineTxForUnknownIdEnabled'], true),
  boolean(['LocalAuthorizeOffline', 'AuthCtrlr', 'LocalAuthorizeOffline'], true),
  boolean(['LocalPreAuthorize', 'AuthCtrlr', 'LocalPreAuthorize'], false),
  text(['MasterPassGroupId', 'AuthCtrlr', 'MasterPassGroupId'], ''),
  boolean(['AuthorizationCacheEnabled', 'AuthCacheCtrlr', 'Enabled'], true),
  boolean(['LocalAuthListEnabled', 'LocalAuthListCtrlr', 'Enabled'], true),
  {
    ...integer(['LocalAuthListEntries', 'LocalAuthListCtrlr', 'Entries'], 0, 'readonly'),
    mostIn: 'LocalAuthListMaxLength',
  },
  integer(['LocalAuthListMaxLength', 'LocalAuthListCtrlr', 'EntriesMost'], 1_000, 'readonly'),
  integer(['SendLocalListMaxLength', 'LocalAuthListCtrlr', 'ItemsPerMessage'], 250, 'readonly'),
  integer(['SendLocalListMaxBytes', 'LocalAuthListCtrlr', 'BytesPerMessage'], 65_536, 'readonly'),
  boolean(['StopTransactionOnInvalidId', 'TxCtrlr', 'StopTxOnInvalidId'], true),
  boolean(['StopTransactionOnEVSideDisconnect', 'TxCtrlr', 'StopTxOnEVSideDisconnect'], true, 'readonly'),
  integer(['TransactionMessageAttempts', 'OCPPCommCtrlr', 'MessageAttempts'], 3),
  integer(['TransactionMessageRetryInterval', 'OCPPCommCtrlr', 'MessageAttemptInterval'], 5),
  integer(['ChargeProfileMaxStackLevel', 'SmartChargingCtrlr', 'ProfileStackLevel'], 10, 'readonly'),
  text(
    ['ChargingScheduleAllowedChargingRateUnit', 'SmartChargingCtrlr', 'RateUnit'],
    'Current,Power',
    'readonly',
  ),
  integer(['ChargingScheduleMaxPeriods', 'SmartChargingCtrlr', 'PeriodsPerSchedule'], 24, 'readonly'),
  integer(['SecurityProfile', 'SecurityCtrlr', 'SecurityProfile'], 1, 'readonly'),
  text([passwordKey, 'SecurityCtrlr', 'BasicAuthPassword'], '', 'secret'),
  text(['CpoName', 'SecurityCtrlr', 'OrganizationName'], 'Stationmaster'),
  text(['CentralSystemURL', 'OCPPCommCtrlr', 'CentralSystemURL'], '', 'after reboot'),
  text(
    ['NetworkConfigurationPriority', 'OCPPCommCtrlr', 'NetworkConfigurationPriority'],
    '0',
    'after reboot',
  ),
  text(['LogLevel', 'LogCtrlr', 'LogLevel'], 'info'),
  integer(['NumberOfConnectors', 'ChargingStation', 'ConnectorCount'], 1, 'readonly'),
  text(
    ['SupportedFeatureProfiles', 'ChargingStation', 'SupportedFeatureProfiles'],
    'Core,FirmwareManagement,LocalAuthListManagement,Reservation,SmartCharging,RemoteTrigger',
    'readonly',
  ),
  boolean(['TextDisplay', 'DisplayMessageCtrlr', 'Available'], true, 'readonly'),
  boolean(['CostDisplay', 'TariffCostCtrlr', 'Available'], true, 'readonly'),
  integer(['GetConfigurationMaxKeys', 'DeviceDataCtrlr', 'ItemsPerMessage'], 50, 'readonly'),
]

const mostText = 500

/** The settings of one station; listeners hear of each change. */
export class Settings {
  private readonly values = new Map<string, string>()
  private readonly pending = new Map<string, string>()
  private readonly added: SettingSpec[] = []

  constructor(
    connectors: number,
    private readonly passwordOf: Traits['passwordOf'],
    private readonly onChanged: (setting: Setting) => void,
  ) {
    this.values.set('NumberOfConnectors', String(connectors))
  }

  get all(): Setting[] {
    return [...usual, ...this.added].map((spec) => this.standing(spec))
  }

  integer(key: string): number {
    return Number(this.byKey(key)?.value ?? 0)
  }

  allows(key: string): boolean {
    return this.byKey(key)?.value === 'true'
  }

  byKey(key: string): Setting | undefined {
    return this.found((spec) => spec.key === key)
  }

  byVariable(component: string, variable: string, instance?: string): Setting | undefined {
    return this.found(
      (spec) => spec.component === component && spec.variable === variable && spec.instance === instance,
    )
  }

  hasComponent(component: string): boolean {
    return this.found((spec) => spec.component === component) !== undefined
  }

  /** Shows a value that the station has come to know by itself. */
  show(key: string, value: number): void {
    this.values.set(key, String(value))
  }

  /** Shows a read-only variable that was not there before, or its new value. */
  put(component: string, variable: string, instance: string, value: string): void {
    const key = `${component}.${instance}.${variable}`
    if (!this.byKey(key)) {
      this.added.push({ ...text([key, component, variable], value, 'readonly'), instance })
    }
    this.values.set(key, value)
  }

  /** Shows that the station can show codes with one-time passwords. */
  putCodes(): void {
    const named = (variable: string): Names => [`WebPayments${variable}`, 'WebPaymentsCtrlr', variable]
    this.added.push(
      boolean(named('Enabled'), false),
      text(named('URLTemplate'), ''),
      text(named('TOTPVersion'), 'v1'),
      text(named('SharedSecret'), '', 'secret'),
      integer(named('ValidityTime'), 30),
      integer(named('Length'), 8),
    )
  }

  /** Shows that the station can reckon what sessions cost. */
  putTariffs(): void {
    const named = (variable: string): Names => [`Tariff${variable}`, 'TariffCostCtrlr', variable]
    this.added.push(
      boolean(named('Enabled'), true),
      boolean(named('ConditionsSupported'), true, 'readonly'),
      integer(named('MaxElements'), 50, 'readonly'),
    )
  }

  /** Shows that cars may pay by their contracts (ISO 15118). */
  putContracts(): void {
    const named = (variable: string): Names => [`ISO15118${variable}`, 'ISO15118Ctrlr', variable]
    this.added.push(boolean(named('Enabled'), true), boolean(named('PnCEnabled'), true))
  }

  /** Shows the key that the station's meters sign with. */
  putKey(publicKey: string): void {
    this.added.push(text(['MeterPublicKey1', 'FiscalMetering', 'PublicKey'], publicKey, 'readonly'))
  }

  /** Sets a value as the central system writes it; refused when it is read-only or of another kind. */
  set(setting: Setting, written: string): SettingAnswer {
    const value = setting.kind === 'boolean' ? written.toLowerCase() : written.trim()
    const fits = {
      integer: /^\d{1,9}$/.test(value),
      boolean: value === 'true' || value === 'false',
      text: value.length <= mostText,
    }
    if (setting.readonly || !fits[setting.kind]) return 'Rejected'
    if (setting.key === passwordKey && this.passwordOf(value) === null) return 'Rejected'
    if (setting.afterReboot) {
      this.pending.set(setting.key, value)
      return 'RebootRequired'
    }
    this.apply(setting.key, value)
    return 'Accepted'
  }

  /** What was written for the next boot counts now. */
  rebooted(): void {
    for (const [key, value] of this.pending) this.apply(key, value)
    this.pending.clear()
  }

  private apply(key: string, value: string): void {
    this.values.set(key, value)
    const changed = this.byKey(key)
    if (changed) this.onChanged(changed)
  }

  private found(meant: (spec: SettingSpec) => boolean): Setting | undefined {
    const spec = usual.find(meant) ?? this.added.find(meant)
    return spec && this.standing(spec)
  }

  private standing(spec: SettingSpec): Setting {
    const standing = { ...spec, value: this.values.get(spec.key) ?? spec.first }
    return spec.mostIn === undefined ? standing : { ...standing, most: this.byKey(spec.mostIn)?.value ?? '' }
  }
}
