import type { PublicEvse, PublicLocation } from '@stationmaster/contract'
import { refillPointId, siteId, stationId, stationsOf } from './sites.ts'
import type { XmlNode } from './xml.ts'

const statuses = { available: 'available', busy: 'occupied', offline: 'outOfOrder' } as const

const statusOf = ({ status, maintenance_until: until }: PublicEvse): string =>
  until === null ? statuses[status] : 'inoperative'

const referenceTo = (id: string): XmlNode => ({ '@id': id, '@targetClass': 'afac:FacilityObject' })

/** How the EVSEs of a location stand. */
export const siteStatusOf = (location: PublicLocation): XmlNode => ({
  'afac:reference': referenceTo(siteId(location)),
  'aegi:energyInfrastructureStationStatus': [...stationsOf(location)].map(([number, evses]) => ({
    'afac:reference': referenceTo(stationId(location, number)),
    'aegi:isAvailable': evses.some((evse) => statusOf(evse) === 'available'),
    'aegi:refillPointStatus': evses.map((evse) => ({
      '@xsi:type': 'aegi:ElectricChargingPointStatus',
      'afac:reference': referenceTo(refillPointId(evse)),
      'aegi:status': statusOf(evse),
    })),
  })),
})
