import type { Publisher } from './facilities.ts'
import { xmlOf } from './xml.ts'

const namespaces = {
  d2: 'd2Payload',
  com: 'common',
  loc: 'locationReferencing',
  locx: 'locationExtension',
  afac: 'afirFacilities',
  aegi: 'afirEnergyInfrastructure',
}

const tableId = 'network'

/** Begins a publication: what stands before its time. */
const opening = (type: string): string => {
  const declared = Object.entries(namespaces).map(
    ([prefix, name]) => `xmlns:${prefix}="http://datex2.eu/schema/3/${name}"`,
  )
  const attributes = [
    ...declared,
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    `xsi:type="aegi:${type}"`,
    'lang="en" modelBaseVersion="3" profileName="AFIR Energy Infrastructure" profileVersion="01-00-00"',
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<d2:payload ${attributes.join(' ')}>`
}

/** Who publishes, and that everybody may read it: what follows the time. */
function headOf({ party, publicUrl }: Publisher): string {
  const host = publicUrl ? new URL(publicUrl).host : 'stationmaster'
  return [
    xmlOf('com:publicationCreator', {
      // ZZ: no country, as ISO 3166 leaves it to users
      'com:country': party?.countryCode ?? 'ZZ',
      'com:nationalIdentifier': party ? `${party.countryCode}*${party.partyId}` : host,
    }),
    xmlOf('aegi:headerInformation', {
      'com:confidentiality': 'noRestriction',
      'com:informationStatus': 'real',
    }),
  ].join('')
}

/** A publication: a mark of its content, and its text in parts with the instant at which it was made. */
export interface Publication {
  /** the same content has the same one, whenever it was made */
  mark: string
  parts: (time: Date) => string[]
}

const publicationOf = (type: string, mark: string, content: readonly string[]): Publication => ({
  mark,
  parts: (time) => [
    `${opening(type)}<com:publicationTime>${time.toISOString()}</com:publicationTime>`,
    ...content,
    '</d2:payload>\n',
  ],
})

/** The table of all locations, which is left out where there is none; `version` is a mark of them. */
export function tableOf(sites: readonly string[], version: string, publisher: Publisher): Publication {
  const head = headOf(publisher)
  const table = [
    `<aegi:energyInfrastructureTable id="${tableId}" version="${version}">`,
    ...sites,
    '</aegi:energyInfrastructureTable>',
  ]
  return publicationOf('EnergyInfrastructureTablePublication', head + version, [
    head,
    ...(sites.length === 0 ? [] : table),
  ])
}

/** How all EVSEs stand; `version` is a mark of that. */
export function statusOf(statuses: readonly string[], version: string, publisher: Publisher): Publication {
  const reference = { '@id': tableId, '@targetClass': 'aegi:EnergyInfrastructureTable' }
  const head = headOf(publisher)
  const [creator, header] = head.split('<aegi:headerInformation>')
  return publicationOf('EnergyInfrastructureStatusPublication', head + version, [
    `${creator}${xmlOf('aegi:tableReference', reference)}<aegi:headerInformation>${header}`,
    ...statuses,
  ])
}
