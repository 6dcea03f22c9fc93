import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Protocol } from '@stationmaster/ocpp'
import type { VirtualStation } from '@stationmaster/simulator'
import { Desk } from './console-desk.ts'
import type { StoryStation, World } from './world.ts'

/** A root certificate that stations can read, good for a hundred years. */
export const rootCertificate = `-----BEGIN CERTIFICATE-----
MIIBgTCCASegAwIBAgIUHKckoaW8Xpl3MwitE168IbXO9FUwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKU3Rvcnkgcm9vdDAgFw0yNjExMjExNzAyMTNaGA8yMTI2MTAy
ODE3MDIxM1owFTETMBEGA1UEAwwKU3Rvcnkgcm9vdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABOVuPEXOC3iQPNwM1UhCb1xgDLXagFULMsanuQ5H5FaHi87XdgCB
vNTnB7A6LGdLRSDKO+rdB5ybOzbmtYlbk/ajUzBRMB0GA1UdDgQWBBR0wPZGzJNH
kQh1lwTpAG7UBzeC6TAfBgNVHSMEGDAWgBR0wPZGzJNHkQh1lwTpAG7UBzeC6TAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIHTj3oyDkXeb3hVw78TI
yUIa1mtNnKpFF+ZLS4dXgu22AiEArMNptgqdoLinlhFIeWEYg4ZNQy/By2Uv4Exv
1cI7qYs=
-----END CERTIFICATE-----
`

/** A place in the network to fetch a file from and to bring files to. */
export interface FileHost {
  url: string
  /** what was brought, by path */
  brought: Map<string, string>
  close(): void
}

export async function openFileHost(): Promise<FileHost> {
  const brought = new Map<string, string>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    if (request.method !== 'GET') brought.set(request.url ?? '', body)
    response.end('firmware')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    brought,
    close: () => server.close(),
  }
}

type Payload = Record<string, unknown>

export interface Sent {
  accepted: boolean
  status: string
  payload: Payload
}

/** One command on one station: what it can be told and what can be seen of it afterwards. */
export class Scene {
  private readonly desk: Desk
  /** what a row learned before its command */
  noted: Payload = {}

  constructor(
    readonly world: World,
    readonly protocol: Protocol,
    readonly station: VirtualStation & { made: StoryStation },
    readonly host: FileHost,
  ) {
    this.desk = new Desk(world)
  }

  get id(): string {
    return this.station.made.id
  }

  /** Sends a command through the console's call; throws unless the station answered it. */
  async send(action: string, payload: Payload = {}): Promise<Sent> {
    const { status, body } = await this.desk.send(this.id, action, payload)
    if (status !== 200) throw new Error(`${action}: ${status} ${JSON.stringify(body)}`)
    return body as unknown as Sent
  }

  /** Waits until the station has called an action with a payload that fits; all of it is in the journal. */
  async heard(action: string, fits: (payload: Payload) => boolean = () => true): Promise<Payload> {
    let found: Payload | undefined
    await this.world.until(`${this.id} says ${action}`, async () => {
      const { body } = await this.desk.history(this.id, `action=${action}`)
      found = body
        .filter((one) => one.message_from === 'station' && one.message_type_id === 2)
        .map(({ payload }) => payload as Payload)
        .find(fits)
      return found !== undefined
    })
    return found!
  }

  /** Waits until the station has called an action so many times. */
  untilHeard(action: string, times: number): Promise<void> {
    return this.world.until(`${this.id} says ${action} ${times} times`, async () => {
      const { body } = await this.desk.history(this.id, `action=${action}`)
      return body.filter((one) => one.message_from === 'station').length >= times
    })
  }

  /** A driver charges here, by remote start. */
  async charging(): Promise<void> {
    await this.world.post(`connectors/${this.station.made.connectorId}/start`)
    await this.station.waitFor('charging')
  }

  get transactionId(): string {
    return this.station.transactions().at(-1)!.transactionId!
  }

  get powerW(): number {
    return this.station.connectorView().powerW
  }

  /** The status of the connector that the station told last. */
  untilStatus(status: string): Promise<Payload> {
    return this.heard('StatusNotification', (told) => (told.status ?? told.connectorStatus) === status)
  }

  inMinutes(minutes: number): string {
    return new Date(this.world.clock.now().getTime() + minutes * 60_000).toISOString()
  }
}

/** How a command is tried: what is done before, what is sent, what is answered, and what can be seen then. */
export interface CommandRow {
  action: string
  before?: (scene: Scene) => Promise<unknown>
  payload: (scene: Scene) => Payload
  /** a part of the answer's payload */
  answer: Payload
  effect: (scene: Scene, answer: Payload) => Promise<unknown> | unknown
}
