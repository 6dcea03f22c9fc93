import { instantOf, localTime, SECOND_MS } from '@stationmaster/units'
import { network } from '../../api/network.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** An instant (ISO 8601) as a `datetime-local` control writes it, by default in the network's time zone: YYYY-MM-DDTHH:MM:SS. */
export function localText(iso: string, timeZone = network.timeZone): string {
  const { year, month, day, hour, minute, second } = localTime(new Date(iso), timeZone)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`
}

/** The instant that such a control means, and `lastMs` more; undefined while it is not complete. */
export function instantText(local: string, lastMs = 0, timeZone = network.timeZone): string | undefined {
  const [, day, hours, minutes, seconds = '0'] =
    /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d))?/.exec(local) ?? []
  if (!day) return undefined
  const minute = instantOf(day, Number(hours) * 60 + Number(minutes), timeZone)
  return new Date(minute.getTime() + Number(seconds) * SECOND_MS + lastMs).toISOString()
}
