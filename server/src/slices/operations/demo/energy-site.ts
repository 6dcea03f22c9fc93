import type { EnergySite, EnergyView, energySiteBody, Station } from '@stationmaster/contract'
import type { z } from 'zod'
import { demoStations, locations } from './locations.ts'

type Body = z.input<typeof energySiteBody>
/** Calls the interface as an administrator. */
type Call = (method: 'GET' | 'PUT', path: string, body?: object) => Promise<Response>
type Evse = EnergyView['evses'][number]

const place = locations.findIndex(({ name }) => name === 'Бизнес-парк «Румянцево»')
const acAmperes = 32
/** what a DC station draws on each phase for a kW that it delivers */
const dcAmperesPerKw = 1000 / (3 * 230)
const alike = (amperes: number) => [amperes, amperes, amperes]
const rotations = [
  [1, 2, 3],
  [2, 3, 1],
  [3, 1, 2],
]

/** Draws the wiring of one location: behind its fuses there is less than all of its cars could take. */
export async function drawSite(call: Call): Promise<EnergySite> {
  // that location has stations
  const { id } = demoStations.find(({ locationIndex }) => locationIndex === place)!
  const { location_id: locationId } = (await (await call('GET', `stations/${id}`)).json()) as Station
  const { evses } = (await (await call('GET', `locations/${locationId}/energy`)).json()) as EnergyView
  const saved = await call('PUT', `locations/${locationId}/energy/site`, siteOf(evses))
  return (await saved.json()) as EnergySite
}

function siteOf(evses: readonly Evse[]): Body {
  return {
    enabled: true,
    strategy: 'equal',
    circuits: [
      {
        id: 'grid',
        name: 'Ввод',
        parent: null,
        fuse_a: alike(400),
        reserve_a: alike(10),
        other: { kind: 'week', hours_a: Array.from({ length: 168 }, (_, hour) => officeAmperes(hour)) },
      },
      { id: 'ac', name: 'Щит парковки', parent: 'grid', fuse_a: alike(100) },
      { id: 'dc', name: 'Щит быстрых станций', parent: 'grid', fuse_a: alike(315) },
    ],
    outlets: evses.map(({ station_id, evse, current, power }, index) => ({
      station_id,
      evse,
      circuit: current === 'AC' ? 'ac' : 'dc',
      // index modulo its length is an index of it
      phases: current === 'AC' ? rotations[index % rotations.length]! : [1, 2, 3],
      most_a: current === 'AC' ? acAmperes : Math.round(power * dcAmperesPerKw),
      floor_a: current === 'AC' ? 6 : 16,
    })),
    limits: [
      { circuit: 'grid', name: 'Часы пик', days: [1, 2, 3, 4, 5], from: '17:00', to: '21:00', limit_a: 250 },
    ],
  }
}

/** What the offices take at an hour of the week, from Monday 00:00 on. */
function officeAmperes(hourOfWeek: number): number {
  const hour = hourOfWeek % 24
  const isWorkday = hourOfWeek < 5 * 24
  return isWorkday && hour >= 8 && hour < 19 ? 60 : 12
}
