import type { VirtualStation } from '@stationmaster/simulator'
import type { FileHost } from './file-host.ts'

type Payload = Record<string, unknown>

/** A command's answer, as the back office shows it. */
export interface Sent {
  accepted: boolean
  status: string
  payload: Payload
}

/** A frame of the journal, as far as the commands' stories look at it. */
export interface Heard {
  message_from: string
  message_type_id: number
  payload: unknown
}

interface Matchers {
  toBe(expected: unknown): void
  toBeGreaterThan(expected: number): void
  toBeLessThanOrEqual(expected: number): void
  toContain(expected: string): void
  toEqual(expected: unknown): void
  toMatchObject(expected: object): void
}

/** Where commands are tried: a network around one station, and the test runner's own `expect`. */
export interface Stage {
  expect(value: unknown): Matchers
  now(): Date
  /** Registers a card with a driver of its own. */
  addCard(token: string): Promise<unknown>
  /** Starts and stops on the station's connector, as an operator does. */
  start(): Promise<unknown>
  stop(): Promise<unknown>
  /** Sends a command through the interface; rejects unless the station answered it. */
  send(action: string, payload: Payload): Promise<Sent>
  /** The station's frames of one action in the journal. */
  frames(action: string): Promise<readonly Heard[]>
  /** Waits until a question has the answer yes; rejects when it takes too long. */
  until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void>
}

/** One command on one station: what can be sent to it, and what can be seen afterwards. */
export class Scene {
  /** what a row learned before its command */
  noted: Payload = {}

  constructor(
    private readonly stage: Stage,
    readonly station: VirtualStation,
    readonly host: FileHost,
  ) {}

  readonly expect = (value: unknown): Matchers => this.stage.expect(value)

  get id(): string {
    return this.station.id
  }

  addCard(token: string): Promise<unknown> {
    return this.stage.addCard(token)
  }

  until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
    return this.stage.until(what, isSo)
  }

  /** Sends a command that is not the one on trial; throws unless the station answered it. */
  send(action: string, payload: Payload = {}): Promise<Sent> {
    return this.stage.send(action, payload)
  }

  /** Waits until the station has called an action with a payload that fits; all of it is in the journal. */
  async heard(action: string, fits: (payload: Payload) => boolean = () => true): Promise<Payload> {
    let found: Payload | undefined
    await this.until(`${this.id} says ${action}`, async () => {
      found = (await this.callsOf(action)).find(fits)
      return found !== undefined
    })
    return found!
  }

  /** Waits until the station has called an action so many times. */
  untilHeard(action: string, times: number): Promise<void> {
    return this.until(`${this.id} says ${action} ${times} times`, async () => {
      return (await this.callsOf(action)).length >= times
    })
  }

  private async callsOf(action: string): Promise<Payload[]> {
    const frames = await this.stage.frames(action)
    return frames
      .filter((one) => one.message_from === 'station' && one.message_type_id === 2)
      .map(({ payload }) => payload as Payload)
  }

  /** A driver charges here, by remote start. */
  async charging(): Promise<void> {
    await this.stage.start()
    await this.station.waitFor('charging')
  }

  stop(): Promise<unknown> {
    return this.stage.stop()
  }

  get transactionId(): string {
    return this.station.transactions().at(-1)!.transactionId!
  }

  get powerW(): number {
    return this.station.connectorView().powerW
  }

  /** The last status that the station reported of its connector. */
  untilStatus(status: string): Promise<Payload> {
    return this.heard(
      'StatusNotification',
      (payload) => (payload.status ?? payload.connectorStatus) === status,
    )
  }

  inMinutes(minutes: number): string {
    return new Date(this.stage.now().getTime() + minutes * 60_000).toISOString()
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
