import type { StationTaskBody } from '@stationmaster/contract'
import type { Protocol } from '@stationmaster/ocpp'
import { expect } from 'vitest'
import type { Payload, PlayedStation } from './played-station.ts'
import { Stage } from './stage.ts'

interface IdTokenInfo {
  status: string
  groupIdToken?: { idToken: string; type: string }
}

type TriggerMessage = Extract<StationTaskBody, { task: 'trigger' }>['message']

export const idToken = (token: string) => ({ idToken: token, type: 'ISO14443' })

/** A case's station that speaks OCPP 2.0.1. */
export class Stage201 extends Stage {
  readonly protocol: Protocol = 'ocpp2.0.1'
  /** what is set on the station, by component.variable */
  readonly variables = new Map([
    ['OCPPCommCtrlr.HeartbeatInterval', '300'],
    ['TxCtrlr.EVConnectionTimeOut', '30'],
    ['OCPPCommCtrlr.NetworkConfigurationPriority', '1'],
    ['LocalAuthListCtrlr.ItemsPerMessage', '10'],
  ])
  /** of the local list that the station has */
  listVersion = 0

  protected prepare(station: PlayedStation): void {
    station.always('GetVariables', ({ getVariableData }) => ({
      getVariableResult: (getVariableData as { component: Named; variable: Named }[]).map((item) => {
        const attributeValue = this.variables.get(`${item.component.name}.${item.variable.name}`)
        const attributeStatus = attributeValue === undefined ? 'UnknownVariable' : 'Accepted'
        return { ...item, attributeStatus, ...(attributeValue === undefined ? {} : { attributeValue }) }
      }),
    }))
    station.always('GetBaseReport', ({ requestId }) => {
      setImmediate(() => void this.report(requestId as number).catch(() => {}))
      return { status: 'Accepted' }
    })
    station.always('GetLocalListVersion', () => ({ versionNumber: this.listVersion }))
  }

  /** Reports all that is set on the station, in parts; the last one is marked. */
  async report(requestId: number): Promise<void> {
    const settings = [...this.variables]
    for (const [seqNo, [name, value]] of settings.entries()) {
      const [component, variable] = name.split('.') as [string, string]
      const attribute = { type: 'Actual', value, mutability: 'ReadWrite' }
      const reportData = [
        { component: { name: component }, variable: { name: variable }, variableAttribute: [attribute] },
      ]
      const tbc = seqNo < settings.length - 1
      await this.call('NotifyReport', { requestId, generatedAt: this.ago(), seqNo, tbc, reportData })
    }
  }

  /** Boots, and says nothing more. */
  bootOnly(reason = 'PowerUp'): Promise<Payload> {
    return this.call('BootNotification', {
      reason,
      chargingStation: { vendorName: 'Case', model: 'Two', serialNumber: 'CS-201', firmwareVersion: '1.0.0' },
    })
  }

  async boot(reason = 'PowerUp'): Promise<Payload> {
    const answer = await this.bootOnly(reason)
    for (const evse of [1, 2]) await this.status('Available', evse)
    return answer
  }

  status(connectorStatus: string, evseId = 1): Promise<Payload> {
    return this.call('StatusNotification', { evseId, connectorId: 1, connectorStatus, timestamp: this.ago() })
  }

  async authorize(token: string): Promise<IdTokenInfo> {
    const { idTokenInfo } = await this.call('Authorize', { idToken: idToken(token) })
    return idTokenInfo as IdTokenInfo
  }

  /** An operator requests a message; resolves with the request that the station received. */
  async trigger(
    order: { message: TriggerMessage; evse?: number },
    status: 'Accepted' | 'NotImplemented',
  ): Promise<Payload> {
    const { request, result } = await this.task({ task: 'trigger', ...order }, 'TriggerMessage', { status })
    expect(result).toMatchObject({ accepted: status === 'Accepted', status })
    return request
  }

  /** A transaction of the station's own making, not yet begun. */
  transaction(evse = 1): PlayedTransaction {
    return new PlayedTransaction(this, evse)
  }

  /** A session that runs: cable, card, energy. */
  async charging(evse = 1): Promise<{ card: string; transaction: PlayedTransaction }> {
    const card = await this.card()
    await this.status('Occupied', evse)
    await this.authorize(card)
    const transaction = this.transaction(evse)
    await transaction.started('Authorized', { idToken: idToken(card) }, 'EVConnected')
    await transaction.updated('ChargingStateChanged', {}, 'Charging')
    return { card, transaction }
  }
}

interface Named {
  name: string
}

/** One transaction as the station reports it: its number, its sequence, its register (Wh). */
export class PlayedTransaction {
  readonly id = crypto.randomUUID()
  meterWh = 10_000
  private sequence = 0
  private secondsAgo = 60

  constructor(
    private readonly stage: Stage201,
    private readonly evse: number,
  ) {}

  started = (triggerReason: string, more: Payload = {}, chargingState?: string) =>
    this.tell('Started', triggerReason, 'Transaction.Begin', more, chargingState ? { chargingState } : {})

  updated = (triggerReason: string, more: Payload = {}, chargingState?: string) => {
    this.secondsAgo = Math.max(1, this.secondsAgo - 10)
    const context = triggerReason === 'MeterValueClock' ? 'Sample.Clock' : 'Sample.Periodic'
    return this.tell('Updated', triggerReason, context, more, chargingState ? { chargingState } : {})
  }

  /** 1,500 Wh after its start, unless the register was moved. */
  ended = (triggerReason: string, stoppedReason: string, more: Payload = {}) => {
    if (this.meterWh === 10_000) this.meterWh = 11_500
    return this.endedEmpty(triggerReason, stoppedReason, more)
  }

  /** The same where the register has not moved. */
  endedEmpty = (triggerReason: string, stoppedReason: string, more: Payload = {}) => {
    this.secondsAgo = 0
    return this.tell('Ended', triggerReason, 'Transaction.End', more, { stoppedReason })
  }

  /** What the station measures now, with a context of the standard. */
  measured(context: string): Payload[] {
    const sampled = {
      value: this.meterWh,
      context,
      measurand: 'Energy.Active.Import.Register',
      unitOfMeasure: { unit: 'Wh' },
    }
    return [{ timestamp: this.stage.ago(this.secondsAgo), sampledValue: [sampled] }]
  }

  private tell(
    eventType: string,
    triggerReason: string,
    context: string,
    { transactionInfo, ...more }: Payload,
    info: Payload,
  ): Promise<Payload> {
    return this.stage.call('TransactionEvent', {
      eventType,
      triggerReason,
      timestamp: this.stage.ago(this.secondsAgo),
      seqNo: this.sequence++,
      transactionInfo: { transactionId: this.id, ...info, ...(transactionInfo as Payload) },
      evse: { id: this.evse, connectorId: 1 },
      meterValue: this.measured(context),
      ...more,
    })
  }
}
