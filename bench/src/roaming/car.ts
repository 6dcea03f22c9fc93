import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomOf, VirtualStation } from '@stationmaster/simulator'
import { stationIdOf } from '../stations/load-spec.ts'
import { cardOf } from './stage.ts'

const longestStepMs = 1_500
const connectMostMs = 300_000

/** A station at which one car of the partner's comes, charges and goes. */
export class Car {
  readonly stationId: string
  energyWh = 0
  private readonly station: VirtualStation
  private readonly random: Random

  constructor(
    private readonly number: number,
    url: string,
    seed: string,
  ) {
    this.stationId = stationIdOf(number)
    this.random = randomOf(`${seed}/${this.stationId}/car`)
    this.station = new VirtualStation(
      {
        url,
        stationId: this.stationId,
        protocol: number % 2 === 0 ? 'ocpp1.6' : 'ocpp2.0.1',
        seed: `${seed}/${this.stationId}`,
        connectors: [
          { number: 1, evse: 1, type: 'CCS 2', current: 'DC', powerW: 150_000, registerWh: 1000 * number },
        ],
        plate: { vendorName: 'LoadVendor', model: 'LoadModel', firmwareVersion: '1.0.0' },
        meterEveryMs: 1_000,
        plugDelayMs: null,
        retry: { connectMs: 100, connectMostMs: 2_000, messageMs: 200, messageAttempts: 1_000 },
      },
      { onSaid: () => undefined },
    )
  }

  /** Messages about its session that no server has answered yet. */
  get queued(): number {
    return this.station.snapshot().queued
  }

  /** Connects and charges once, from the first message to the last. */
  async charge(): Promise<void> {
    const { station } = this
    const random = this.random
    station.turnOn()
    // whatever its first attempts meet, it goes on
    const end = performance.now() + connectMostMs
    while (!station.online) {
      if (performance.now() > end) throw new Error(`${this.stationId} found no server`)
      await pause(100)
    }
    await pause(random.between(0, longestStepMs))
    await station.begin({ token: cardOf(this.number) })
    const steps = random.integer(2, 5)
    for (let step = 0; step < steps; step += 1) {
      const energyWh = random.integer(100, 9_000)
      this.energyWh += energyWh
      station.addEnergy(1, energyWh)
      await pause(random.between(0, longestStepMs))
    }
    await station.stop(1)
    await station.unplug(1)
  }

  close(): Promise<void> {
    return this.station.close()
  }
}
