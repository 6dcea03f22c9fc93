import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Done, Order } from '../link-loss/field.ts'
import { addressOf, makeOf, networkOf } from '../link-loss/traits.ts'
import { Station } from '../stations/station.ts'
import { boot } from '../stations/talk.ts'
import { Tally } from '../stations/tally.ts'

// A process of its own with some thousand stations, which lose their links and come back by orders. The process that started it
// ends it.
const answerMs = 120_000
/** one that is refused, or whose time has passed, tries again as stations do */
const againMs = 2000
const attemptsMost = 30
/** of so many stations one comes back with a fault */
const faultyOf = 400
const faults = ['GroundFailure', 'PowerMeterFailure', 'ConnectorLockFailure']

let stations: Station[] = []
let url = ''
const tally = new Tally()

process.on('disconnect', () => process.exit(1))
process.on('message', async (order: Order) => process.send?.(await obey(order)))

setInterval(() => {
  for (const station of stations) station.giveUp(performance.now() - answerMs)
}, 500)

async function obey(order: Order): Promise<Done> {
  if (order.do === 'begin') {
    url = order.url
    const run = Date.now().toString(36)
    stations = Array.from(
      { length: order.count },
      (_, nth) => new Station(order.first + nth, '1.6', tally, run),
    )
    return { stations: stations.length, ms: 0, errors: {} }
  }
  const { networks } = order
  const chosen = stations.filter(({ number }) => networks === null || networks.includes(networkOf(number)))
  const begun = performance.now()
  if (order.do === 'cut') for (const station of chosen) station.cut()
  else await Promise.all(chosen.map(comeBack))
  const { errors } = tally.summary()
  const said = { ...errors }
  for (const error of Object.keys(errors)) delete errors[error]
  return { stations: chosen.length, ms: performance.now() - begun, errors: said }
}

/** Connects until it is accepted, and says how it is. */
async function comeBack(station: Station): Promise<void> {
  if (station.isOpen) return
  const { number } = station
  for (let attempt = 0; attempt < attemptsMost; attempt += 1) {
    const from = addressOf(number)
    if ((await station.connect(url, { from })) && (await boot(station, makeOf(number)))) {
      const fault = number % faultyOf === 0 ? faults[Math.floor(number / faultyOf) % faults.length] : null
      const status = fault
        ? `"errorCode":"${fault}","status":"Faulted"`
        : '"errorCode":"NoError","status":"Available"'
      await station.call(
        'StatusNotification',
        `{"connectorId":1,${status},"timestamp":"${station.timestamp()}"}`,
      )
      return
    }
    station.cut()
    await pause(againMs)
  }
  tally.failed('stations that did not come back')
}
