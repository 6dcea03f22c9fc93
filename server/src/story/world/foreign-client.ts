import { createRequire } from 'node:module'
import type { World } from './world.ts'

/** A client of OCPP-J that is not ours; it validates what it sends and what it gets. */
export interface ForeignClient {
  /** Rejects where the server answers with a CALLERROR. */
  call(action: string, payload: object): Promise<Record<string, unknown>>
  /** Answers what the server calls; rejecting answers with a CALLERROR. */
  handle(action: string, answer: (call: { params: unknown }) => object | Promise<object>): void
  /** `force`: cuts the socket, as a network does that fails. */
  close(options?: { force?: boolean }): Promise<unknown>
}

// its types ask for every option, its code has defaults for them
const { RPCClient } = createRequire(import.meta.url)('ocpp-rpc') as {
  RPCClient: new (options: object) => ForeignClient & { connect(): Promise<unknown> }
}

/** Connects a station to a server's address (http://...), once: what follows a lost socket is for the story to tell. */
export async function connectForeign(
  url: string,
  protocol: string,
  { id, password }: { id: string; password: string },
  wsOpts: object = {},
): Promise<ForeignClient> {
  const client = new RPCClient({
    endpoint: `${url.replace('http', 'ws')}/ocpp`,
    identity: id,
    password,
    protocols: [protocol],
    strictMode: true,
    reconnect: false,
    wsOpts,
  })
  await client.connect()
  return client
}

export type ForeignProtocol = 'ocpp1.6' | 'ocpp2.0.1'

interface ForeignMessage {
  action: string
  payload: object
}

/** A session as a foreign station tells it: what it cannot send it keeps, with the instants at which it happened. */
export class ForeignSession {
  private transactionId: string | number
  private sequence = 0

  constructor(
    private readonly protocol: ForeignProtocol,
    private readonly token: string,
  ) {
    this.transactionId = `${token}-1`
  }

  /** Boots, says that its connector is free, and begins at a register (Wh). */
  async begin(client: ForeignClient, registerWh: number, at: Date): Promise<void> {
    if (this.protocol === 'ocpp1.6') {
      await client.call('BootNotification', { chargePointVendor: 'Alien', chargePointModel: 'X' })
      await client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
      const { transactionId } = await client.call('StartTransaction', {
        connectorId: 1,
        idTag: this.token,
        meterStart: registerWh,
        timestamp: at.toISOString(),
      })
      this.transactionId = transactionId as number
      return
    }
    const chargingStation = { vendorName: 'Alien', model: 'Y' }
    await client.call('BootNotification', { reason: 'PowerUp', chargingStation })
    const idToken = { idToken: this.token, type: 'ISO14443' }
    await this.send(client, this.event('Started', 'Authorized', { registerWh, at, more: { idToken } }))
  }

  /** A register (Wh) and the power (W) that it was measured at. */
  sample(registerWh: number, powerW: number, at: Date, offline = false): ForeignMessage {
    if (this.protocol === 'ocpp2.0.1') {
      return this.event('Updated', 'MeterValuePeriodic', { registerWh, at, offline, powerW })
    }
    const sampledValue = [
      { value: String(registerWh), unit: 'Wh' },
      { value: String(powerW), unit: 'W', measurand: 'Power.Active.Import' },
    ]
    const meterValue = [{ timestamp: at.toISOString(), sampledValue }]
    return {
      action: 'MeterValues',
      payload: { connectorId: 1, transactionId: this.transactionId, meterValue },
    }
  }

  end(registerWh: number, at: Date): ForeignMessage {
    if (this.protocol === 'ocpp2.0.1') return this.event('Ended', 'EVDeparted', { registerWh, at })
    const { transactionId } = this
    const timestamp = at.toISOString()
    return {
      action: 'StopTransaction',
      payload: { transactionId, meterStop: registerWh, timestamp, reason: 'EVDisconnected' },
    }
  }

  async send(client: ForeignClient, { action, payload }: ForeignMessage): Promise<void> {
    await client.call(action, payload)
  }

  private event(
    eventType: 'Started' | 'Updated' | 'Ended',
    triggerReason: string,
    reading: { registerWh: number; powerW?: number; at: Date; offline?: boolean; more?: object },
  ): ForeignMessage {
    const { registerWh, powerW, at, offline = false, more = {} } = reading
    const { transactionId } = this
    const ended = eventType === 'Ended' ? { stoppedReason: 'EVDisconnected' } : {}
    const power =
      powerW === undefined
        ? []
        : [{ value: powerW, measurand: 'Power.Active.Import', unitOfMeasure: { unit: 'W' } }]
    const timestamp = at.toISOString()
    return {
      action: 'TransactionEvent',
      payload: {
        eventType,
        triggerReason,
        timestamp,
        seqNo: this.sequence++,
        offline,
        transactionInfo: { transactionId, ...ended },
        evse: { id: 1, connectorId: 1 },
        meterValue: [
          { timestamp, sampledValue: [{ value: registerWh, unitOfMeasure: { unit: 'Wh' } }, ...power] },
        ],
        ...more,
      },
    }
  }
}

/** A station that is not ours, and tells of its transaction what a story has it tell. */
export interface PluggedForeign {
  made: Awaited<ReturnType<World['addStation']>>
  client: ForeignClient
  /** the remote starts that it got */
  requests: { remoteStartId: number }[]
  transactionId: string
  /** Sends the next event of its transaction. */
  tell(
    eventType: string,
    triggerReason: string,
    more?: object,
    info?: object,
  ): Promise<Record<string, unknown>>
  /** The register, as a part of an event. */
  meter(wh: number, context: string): object
  /** the answer to the first event */
  begun: Record<string, unknown>
}

/** A foreign 2.0.1 station whose transaction began with the plug; `answer` is its answer to a remote start. */
export async function pluggedForeign(
  world: World,
  answer: (request: { remoteStartId: number }) => object | Promise<object>,
): Promise<PluggedForeign> {
  const made = await world.addStation()
  const client = await connectForeign(world.server.url, 'ocpp2.0.1', made)
  await world.untilOnline(made.id)
  const requests: { remoteStartId: number }[] = []
  client.handle('RequestStartTransaction', ({ params }) => {
    requests.push(params as { remoteStartId: number })
    return answer(params as { remoteStartId: number })
  })
  await client.call('BootNotification', {
    reason: 'PowerUp',
    chargingStation: { vendorName: 'Alien', model: 'Y' },
  })
  let sequence = 0
  const transactionId = `T-${made.id}`
  const tell: PluggedForeign['tell'] = (eventType, triggerReason, more = {}, info = {}) =>
    client.call('TransactionEvent', {
      eventType,
      triggerReason,
      timestamp: world.clock.now().toISOString(),
      seqNo: sequence++,
      transactionInfo: { transactionId, ...info },
      evse: { id: 1, connectorId: 1 },
      ...more,
    })
  const meter: PluggedForeign['meter'] = (wh, context) => ({
    meterValue: [
      {
        timestamp: world.clock.now().toISOString(),
        sampledValue: [{ value: wh, context, unitOfMeasure: { unit: 'Wh' } }],
      },
    ],
  })
  const begun = await tell('Started', 'CablePluggedIn', meter(1000, 'Transaction.Begin'), {
    chargingState: 'EVConnected',
  })
  return { made, client, requests, transactionId, tell, meter, begun }
}
