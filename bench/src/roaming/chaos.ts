import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomOf } from '@stationmaster/simulator'
import { Car } from './car.ts'
import { type Comparison, compare, type Refunds } from './compare.ts'
import type { OcpiVersion } from './partner-process.ts'
import { RoamingStage, type ServerName, serverNames } from './stage.ts'

export interface Options {
  sessions: number
  /** how many charge at once */
  atOnce: number
  /** how often a server or the partner is killed, beside the hour in which the partner is away */
  kills: number
  version: OcpiVersion
  seed: string
}

export interface Result extends Comparison {
  options: Options
  happened: string[]
  /** what waited for the partner when its hour was over */
  waited: number
  seconds: number
}

const longestDownMs = 2_000
const lookEveryMs = 1_000
const everyRefund = 5
/** so long may the last messages and bills take */
const mostEndMs = 600_000

/** Lets a partner's cards charge while servers and partner are killed, the partner is away for an hour, and sessions are refunded; compares at the end. */
export async function chaos(databaseUrl: string, options: Options): Promise<Result> {
  const { seed, version, sessions } = options
  const begun = performance.now()
  const random = randomOf(`${seed}/chaos`)
  const stage = await RoamingStage.open(databaseUrl, { stations: sessions, version, random })
  const run = new Run(stage, options, random)
  try {
    const waited = await run.pass()
    const compared = await compare(stage, run.cars, run.refunds)
    const seconds = Math.round((performance.now() - begun) / 1000)
    const faults = [...stage.deaths, ...run.failures, ...compared.faults]
    return { options, happened: run.happened, waited, seconds, ...compared, faults }
  } finally {
    await Promise.all(run.cars.map((car) => car.close()))
    await stage.close()
  }
}

class Run {
  readonly cars: readonly Car[]
  readonly refunds: Refunds = new Map()
  readonly happened: string[] = []
  readonly failures: string[] = []
  private readonly begun = performance.now()
  private ended = 0
  private isAway = false

  constructor(
    private readonly stage: RoamingStage,
    private readonly options: Options,
    private readonly random: Random,
  ) {
    const { sessions, seed } = options
    this.cars = Array.from({ length: sessions }, (_, i) => new Car(i + 1, stage.ocppUrl, seed))
  }

  /** All of it; resolves with what waited for the partner when it came back. */
  async pass(): Promise<number> {
    const { sessions } = this.options
    const charging = this.#charge()
    const killing = this.#kill()
    const away = this.#goAway(sessions / 3, (2 * sessions) / 3)
    await charging
    const waited = await away
    await this.#refundAll()
    await killing
    await this.#emptyQueue()
    return waited
  }

  async #charge(): Promise<void> {
    const waiting = [...this.cars]
    const lane = async () => {
      for (let car = waiting.shift(); car; car = waiting.shift()) {
        await car.charge().catch((error: Error) => this.failures.push(`a car: ${error.message}`))
        this.ended += 1
      }
    }
    await Promise.all(Array.from({ length: this.options.atOnce }, lane))
  }

  /** Kills one after the other at random moments, and starts each again. */
  async #kill(): Promise<void> {
    const { kills, sessions } = this.options
    for (let nth = 0; nth < kills; nth += 1) {
      // they fall into the time in which cars charge and refunds are made
      const after = (sessions * (nth + this.random.next())) / (kills + 1)
      await this.#until('cars have gone', () => this.ended >= after)
      await pause(this.random.between(0, 500))
      // each comes to its turn, however few there are
      const victims = ['partner', ...serverNames] as const
      // there are as many as the remainder says
      await this.#killOne(victims[nth % victims.length]!)
    }
  }

  async #killOne(victim: 'partner' | ServerName): Promise<void> {
    const downMs = this.random.between(0, longestDownMs)
    if (victim !== 'partner') {
      await this.stage.killServer(victim)
      this.#note(`server ${victim} is killed`)
      await pause(downMs)
      await this.stage.startServer(victim)
    } else if (!this.isAway) {
      await this.stage.partner.kill()
      this.#note('the partner is killed')
      await pause(downMs)
      if (!this.isAway) await this.stage.partner.start()
    }
  }

  /** The partner is away while a part of the cars charges, and that was an hour. */
  async #goAway(from: number, to: number): Promise<number> {
    await this.#until('cars have gone', () => this.ended >= from)
    this.isAway = true
    await this.stage.partner.kill()
    this.#note('the partner is away')
    await this.#until('cars have gone', () => this.ended >= to)
    await this.stage.anHourPasses()
    const [row] = await this.stage.query<{ waiting: string }>('select count(*) as waiting from deliveries')
    await this.stage.partner.start()
    this.isAway = false
    this.#note(`the partner is back after an hour; ${row?.waiting} wait for it`)
    return Number(row?.waiting)
  }

  /** Gives back a part, or all, of each fifth session that is billed. */
  async #refundAll(): Promise<void> {
    const { stage } = this
    await this.#until('every session is billed', () => this.#isAllBilled())
    const rows = await stage.query<{ id: string; minor: string }>(
      'select order_id as id, total_minor as minor from roaming_cdrs where nth = 0 order by order_id',
    )
    for (const { id, minor } of rows.filter((_, nth) => nth % everyRefund === 0)) {
      const amount = this.random.chance(0.3) ? Number(minor) : this.random.integer(1, Number(minor) - 1)
      this.refunds.set(Number(id), amount)
      await this.#until('a refund is made', () => this.#refund(Number(id), amount))
    }
    this.#note(`${this.refunds.size} sessions are refunded`)
  }

  /** Gives back once, though a server may die before it answers. */
  async #refund(id: number, amount: number): Promise<boolean> {
    const [row] = await this.stage.query<{ minor: string }>(
      'select sum(refunded_minor) as minor from payments where order_id = $1',
      [id],
    )
    if (Number(row?.minor) > 0) return true
    await this.stage.office
      .call('POST', `orders/${id}/refunds`, { amount, reason: 'slow' })
      .catch(() => undefined)
    return false
  }

  async #isAllBilled(): Promise<boolean> {
    if (this.cars.some(({ queued }) => queued > 0)) return false
    await this.stage.aMinutePasses()
    const [row] = await this.stage.query<{ billed: string }>(
      'select count(distinct order_id) as billed from roaming_cdrs',
    )
    return Number(row?.billed) >= this.cars.length - this.failures.length
  }

  /** Nothing waits for anybody any more. */
  async #emptyQueue(): Promise<void> {
    await this.#until('nothing waits for the partner', async () => {
      await this.stage.aMinutePasses()
      const [row] = await this.stage.query<{ open: string }>(
        `select (select count(*) from deliveries where state <> 'dead') + (select count(*) from payments p
          where captured_minor - refunded_minor <> (select sum(total_minor) from roaming_cdrs c where c.order_id = p.order_id)) as open`,
      )
      return Number(row?.open) === 0
    })
    this.#note('nothing waits for the partner any more')
  }

  #note(text: string): void {
    const seconds = ((performance.now() - this.begun) / 1000).toFixed(1)
    this.happened.push(`${seconds} s: ${text}`)
  }

  /** Waits until something is so, for some minutes: what is not so then is found by the comparison. */
  async #until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + mostEndMs
    while (!(await isSo())) {
      if (performance.now() > end) {
        this.failures.push(`waited in vain: ${what}`)
        return
      }
      await pause(lookEveryMs)
    }
  }
}
