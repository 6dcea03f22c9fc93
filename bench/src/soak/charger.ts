import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomOf, type TransactionView, VirtualStation } from '@stationmaster/simulator'
import { stationIdOf, tokenOf } from '../stations/load-spec.ts'
import type { Prepaid } from './prepaid.ts'

/** What a station's meter says of one session. */
export interface Metered {
  fromWh: number
  toWh: number
}

/** What a charger lives in. */
export interface Place {
  url: string
  prepaid: Prepaid
  /** false from the moment on at which no car comes any more */
  goesOn(): boolean
  /** something that a driver of the bench could not do, for the report */
  failed(what: string): void
}

const meterEveryMs = 30_000
const callTimeoutMs = 10_000
/** of a hundred sessions, how many are paid beforehand by a link */
const prepaidShare = 0.06
/** a driver who has paid beforehand is gone when nothing has started by then */
const startMostMs = 90_000
const awayMs = [10_000, 90_000] as const

/** A station with one connector at which cars come, charge and go, as long as the place goes on. */
export class Charger {
  readonly id: string
  readonly sessions: Metered[] = []
  private readonly station: VirtualStation
  private readonly token: string
  private readonly random: Random

  constructor(
    readonly number: number,
    private readonly place: Place,
    seed: string,
  ) {
    this.id = stationIdOf(number)
    this.token = tokenOf(number)
    this.random = randomOf(`${seed}/${this.id}/life`)
    this.station = new VirtualStation(
      {
        url: place.url,
        stationId: this.id,
        protocol: number % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1',
        seed: `${seed}/${this.id}`,
        token: this.token,
        connectors: [
          { number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000, registerWh: 1000 * number },
        ],
        plate: { vendorName: 'LoadVendor', model: 'LoadModel', firmwareVersion: '1.0.0' },
        meterEveryMs,
        callTimeoutMs,
        plugDelayMs: null,
        retry: { connectMs: 1_000, connectMostMs: 15_000, messageMs: 1_000, messageAttempts: 1_000 },
      },
      {
        onTransaction: (happened, transaction) => {
          if (happened === 'ended') this.ended(transaction)
        },
        // nobody reads what was said
        onSaid: () => undefined,
      },
    )
  }

  /** How much its meter has counted since the beginning, Wh. */
  get countedWh(): number {
    return this.station.register() - 1000 * this.number
  }

  /** Messages about sessions that no server has answered yet. */
  get queued(): number {
    return this.station.snapshot().queued
  }

  get charges(): boolean {
    return this.station.connectorView().sessionWh !== null
  }

  /** Lives until the place ends and its car has gone. */
  async live(): Promise<void> {
    this.station.turnOn()
    await pause(this.random.between(0, 60_000))
    while (this.place.goesOn()) {
      await this.tried('a visit', () => this.visit())
      await this.tried('leaving', () => this.leave())
      await pause(this.random.between(5_000, 90_000))
    }
  }

  close(): Promise<void> {
    return this.station.close()
  }

  private ended({ meterStartWh, meterStopWh }: TransactionView): void {
    // it has ended
    this.sessions.push({ fromWh: meterStartWh, toWh: meterStopWh ?? meterStartWh })
  }

  /** A car comes, charges and goes; on the way things happen. */
  private async visit(): Promise<void> {
    const { station, random, place } = this
    await station.plugIn(1, null)
    if (random.chance(prepaidShare) && place.prepaid.isOpen) {
      const hasPaid = await place.prepaid.pay(this.number, random)
      if (hasPaid) await station.waitFor('charging', { timeoutMs: startMostMs }).catch(() => undefined)
    } else await station.tap(1)
    const steps = random.integer(4, 12)
    for (let step = 0; step < steps && this.charges && place.goesOn(); step += 1) {
      station.addEnergy(1, random.integer(50, 900))
      await this.tried('a mishap', () => this.mishap())
      await pause(random.between(10_000, 30_000))
    }
    if (this.charges) station.addEnergy(1, random.integer(1, 100))
    await station.stop(1)
    if (random.chance(0.1)) await station.resendStop(1)
    if (random.chance(0.05)) await station.resendStart(1)
  }

  private async mishap(): Promise<void> {
    const { station, random } = this
    const chance = random.next()
    if (chance < 0.01) station.cutCable()
    else if (chance < 0.013) await station.abandonSocket()
    else if (chance < 0.023) {
      await station.goOffline()
      station.addEnergy(1, random.integer(10, 500))
      await pause(random.between(...awayMs))
      await station.goOnline()
    } else if (chance < 0.026) await station.reboot({ hard: true })
    else if (chance < 0.028) await station.reboot({ hard: true, sameTransaction: true })
  }

  private async leave(): Promise<void> {
    if (!this.station.online) await this.station.goOnline()
    await this.station.unplug(1)
  }

  /** Goes on after what did not go as its driver thought: the network is bad. */
  private async tried(what: string, act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      this.place.failed(`${what}: ${(error as Error).message.replace(/LOAD\d+/, 'a station')}`)
      await pause(1_000)
    }
  }
}
