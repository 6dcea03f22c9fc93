import type { OrderServices, Service, ServiceType } from '@stationmaster/contract'
import { SECOND_MS } from '@stationmaster/units'
import { sql } from 'kysely'
import { codesTo } from '../../world/outbox.ts'
import type { World } from '../../world/world.ts'
import type { SandboxProcess } from '../payments/payment-sandbox.ts'
import { DriverLink } from './driver-link.ts'

interface Linked {
  station: Awaited<ReturnType<World['simulate']>>
  driver: DriverLink
}

/** A location whose services are bought by drivers with a link, and sold to them by operators. */
export class ServiceWorld {
  private requestCount = 0

  constructor(
    private readonly world: World,
    private readonly sandbox: SandboxProcess,
  ) {}

  /** A service that the location sells from now on, at a price in kopecks. */
  async offer(name: string, price: number): Promise<Service> {
    const names = { en: name, de: `${name} (de)`, ru: `${name} (ru)` }
    const type = await this.world.post<ServiceType>('types/services', {
      names,
      descriptions: names,
      icon: 'wash',
    })
    return this.world.post<Service>(`locations/${this.world.locationId}/services`, {
      type_id: type.id,
      price,
    })
  }

  /** A driver with a link at a station, whose car has not come yet. */
  async linked(more: object = {}): Promise<Linked> {
    const station = await this.world.simulate('ocpp2.0.1', { plugDelayMs: null })
    await this.world.untilOnline(station.made.id)
    const order = { kind: 'charge', limit_amount: 50_000, ...more }
    return { station, driver: await DriverLink.offer(this.world, this.sandbox, station.made, order) }
  }

  /** A driver wants a service; `more`: what proves that it is them. */
  wanted = (driver: DriverLink, { id, price }: Service, more: object) => {
    this.requestCount += 1
    const requestKey = `request-of-a-driver-${this.requestCount}`
    return driver.call('POST', '/services', { service_id: id, price, wish: requestKey, ...more })
  }

  /** An unknown driver enters the card again for each purchase. */
  buy = async (driver: DriverLink, service: Service, more: object = {}, card = 'approved') =>
    this.wanted(driver, service, { card: await driver.cardOf(card), ...more })

  soldWith = (orderId: number) => this.world.get<OrderServices>(`orders/${orderId}/services`)

  /** An operator sells it on the page of the order. */
  sell = (orderId: number, { id, price }: Service, more: object) =>
    this.world.post<OrderServices>(`orders/${orderId}/services`, { service_id: id, price, ...more })

  /** The code that somebody is mailed by a call. */
  async codeFrom(email: string, call: () => Promise<unknown>): Promise<string> {
    const codes = () => codesTo(this.world.dataDir, email)
    const before = codes().length
    await call()
    await this.world.until('the code is mailed', () => codes().length > before)
    return codes().at(-1)!
  }

  codeFor = (driver: DriverLink, { id, price }: Service, email: string) =>
    this.codeFrom(email, () => driver.call('POST', '/services/code', { service_id: id, price }))

  /** Carries out what is due until the sales stand so. */
  async untilSold(driver: DriverLink, expected: string[]): Promise<void> {
    let found: string[] = []
    await this.world
      .until(`what was sold is ${expected}`, async () => {
        this.world.clock.forward(SECOND_MS)
        await this.world.server.payments.paymentService.carryOutDue()
        found = (await driver.page()).services.sold.map(({ name, state }) => `${name} ${state}`)
        return found.join() === expected.join()
      })
      .catch((error) => {
        throw new Error(`${error.message}, and not ${found}`)
      })
  }

  /** The car comes and charges. */
  async charged({ station, driver }: Linked, energyWh = 10_000) {
    await station.plugIn(1, null)
    await driver.until('charging')
    station.addEnergy(1, energyWh)
    await station.sendMeterValues({ connector: 1 })
  }

  /** The driver stops, and the car leaves. */
  async ended({ station, driver }: Linked) {
    await driver.call('POST', '/stop')
    await driver.until('finished')
    await station.unplug(1)
    await this.world.until(
      'the car has left',
      async () => !(await this.world.order(driver.orderId)).ev_connected,
    )
  }

  /** What the ledger says of an order, and what its payments say by purpose. */
  async booksOf(orderId: number) {
    const { rows } = await sql<{ purpose: string; left: number }>`
      select case when purpose like 'service:%' then 'service' else purpose end as purpose,
        (captured_minor - refunded_minor)::int as left
      from payments where order_id = ${orderId} order by id`.execute(this.world.db)
    const { rows: due } = await sql<{ minor: number | null }>`
      select sum(due_minor)::int as minor from ledger_line_view
      where order_id = ${orderId} and kind in ('sale', 'refund')`.execute(this.world.db)
    return { payments: rows.map(({ purpose, left }) => [purpose, left]), ledger: due[0]!.minor }
  }
}
