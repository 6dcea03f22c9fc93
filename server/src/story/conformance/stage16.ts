import type { Protocol } from '@stationmaster/ocpp'
import type { Payload, PlayedStation } from './played-station.ts'
import { Stage } from './stage.ts'

interface IdTagInfo {
  status: string
  parentIdTag?: string
  expiryDate?: string
}

/** A case's station that speaks OCPP 1.6. */
export class Stage16 extends Stage {
  readonly protocol: Protocol = 'ocpp1.6'
  /** what is set on the station, by key */
  readonly keys = new Map([
    ['HeartbeatInterval', '300'],
    ['ConnectionTimeOut', '30'],
    ['NumberOfConnectors', '2'],
    ['SendLocalListMaxLength', '10'],
  ])
  /** of the local list that the station has */
  listVersion = 0

  protected prepare(station: PlayedStation): void {
    station.always('GetConfiguration', ({ key }) => this.configuration(key as string[] | undefined))
    station.always('GetLocalListVersion', () => ({ listVersion: this.listVersion }))
  }

  private configuration(keys: string[] | undefined): Payload {
    const known = [...this.keys].filter(([key]) => !keys || keys.includes(key))
    const unknownKey = (keys ?? []).filter((key) => !this.keys.has(key))
    return {
      configurationKey: known.map(([key, value]) => ({ key, readonly: key === 'NumberOfConnectors', value })),
      ...(unknownKey.length > 0 ? { unknownKey } : {}),
    }
  }

  async boot(): Promise<Payload> {
    const answer = await this.call('BootNotification', {
      chargePointVendor: 'Case',
      chargePointModel: 'Two',
      chargePointSerialNumber: 'CP-16',
      firmwareVersion: '1.0.0',
    })
    for (const connector of [0, 1, 2]) await this.status('Available', connector)
    return answer
  }

  status(status: string, connectorId = 1, errorCode = 'NoError'): Promise<Payload> {
    return this.call('StatusNotification', { connectorId, errorCode, status, timestamp: this.ago() })
  }

  async authorize(idTag: string): Promise<IdTagInfo> {
    const { idTagInfo } = await this.call('Authorize', { idTag })
    return idTagInfo as IdTagInfo
  }

  /** Starts a transaction a minute ago, with the register at 10,000 Wh, unless `more` says otherwise. */
  async start(idTag: string, more: Payload = {}): Promise<{ transactionId: number; idTagInfo: IdTagInfo }> {
    const answer = await this.call('StartTransaction', {
      connectorId: 1,
      idTag,
      meterStart: 10_000,
      timestamp: this.ago(60),
      ...more,
    })
    return answer as { transactionId: number; idTagInfo: IdTagInfo }
  }

  /** Stops a transaction, 1,500 Wh later. */
  stop(transactionId: number, more: Payload = {}): Promise<Payload> {
    return this.call('StopTransaction', { transactionId, meterStop: 11_500, timestamp: this.ago(), ...more })
  }

  /** A session that runs: a card was shown, and the car charges. */
  async charging(): Promise<{ card: string; transactionId: number }> {
    const card = await this.card()
    await this.status('Preparing')
    await this.authorize(card)
    const { transactionId } = await this.start(card)
    await this.status('Charging')
    return { card, transactionId }
  }
}
