import type { Make } from '../stations/talk.ts'

/** so many modem networks share the stations of a network, whatever its size */
export const modemNetworks = 40
const models = ['Duo 150', 'AE-Fast 120', 'Wall 22', 'HPC 300', 'Uno 50', 'City 11', 'Hub 400']
const vendors = ['Voltwerk', 'AutoEnterprise', 'Ladestrom']

/** The modem network of a station. */
export const networkOf = (number: number): number => number % modemNetworks

/** The address that a station connects from: those of one modem network have one /24 of the loopback addresses. */
export function addressOf(number: number): string {
  const network = networkOf(number)
  return `127.${20 + Math.floor(network / 10)}.${network % 10}.${1 + (Math.floor(number / modemNetworks) % 250)}`
}

/** What a station is: models and firmwares cross modem networks and locations. */
export function makeOf(number: number): Make {
  const nth = Math.floor(number / 3)
  const model = models[nth % models.length] ?? 'Duo 150'
  const vendor = vendors[nth % vendors.length] ?? 'Voltwerk'
  return { vendor, model, firmware: `2.${Math.floor(number / 11) % 5}` }
}
