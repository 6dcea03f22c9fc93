import { readOf } from '../../neutral.ts'
import { textOf } from '../../reading/values.ts'
import { numbered, type Row, type Source, type SourceTable, under } from '../source.ts'
import { driverOf, isOurs, locationOf, sessionOf, stationOf, tagOf } from './mapping.ts'

const collection = (
  name: string,
  columns: readonly string[],
  stage: SourceTable['stage'] = (row) => [{ of: name, key: textOf(row._id), body: row }],
): SourceTable => ({ name, by: '_id', columns: ['_id', ...columns], stage })

/** SAP e-Mobility: collections of a tenant, as mongoexport writes them. */
export const sap: Source = {
  protocols: null,
  files: 'json',
  tables: [
    collection('sites', ['name', 'address', 'issuer']),
    collection('siteareas', ['name', 'siteID', 'address', 'issuer']),
    collection('chargingstations', [
      'chargePointVendor',
      'chargePointModel',
      'siteAreaID',
      'connectors',
      'coordinates',
      'deleted',
      'issuer',
    ]),
    collection('users', ['name', 'firstName', 'email', 'phone', 'mobile', 'status', 'deleted', 'issuer']),
    collection('tags', ['userID', 'active', 'issuer', 'deleted']),
    collection(
      'pricingdefinitions',
      ['entityID', 'entityType', 'dimensions', 'restrictions', 'staticRestrictions', 'name'],
      (row) => [{ of: 'pricing', key: under(textOf(row.entityID), textOf(row._id)), body: row }],
    ),
    collection(
      'transactions',
      ['chargeBoxID', 'connectorId', 'tagID', 'userID', 'timestamp', 'meterStart', 'stop', 'issuer'],
      (row) => [{ of: 'transactions', key: numbered(row._id ?? null), body: row }],
    ),
  ],
  kinds: {
    locations: {
      of: 'sites',
      read: async (rows) =>
        rows.map(({ body }) =>
          readOf<'locations'>(`sites ${textOf(body._id)}`, isOurs(body) ? locationOf(body, undefined) : null),
        ),
    },
    stations: {
      of: 'chargingstations',
      async read(rows, look) {
        const areas = await look.byKey(
          'siteareas',
          rows.map(({ body }) => textOf(body.siteAreaID) || null),
        )
        const areaOf = (body: Row) => areas.get(textOf(body.siteAreaID))
        const sites = await look.byKey(
          'sites',
          rows.map(({ body }) => textOf(areaOf(body)?.siteID) || null),
        )
        const siteOf = (body: Row) => sites.get(textOf(areaOf(body)?.siteID))
        // the nearest prices hold: of the station, of its area, of its site
        const entities = rows.map(({ body }) => [
          textOf(body._id),
          textOf(body.siteAreaID),
          textOf(areaOf(body)?.siteID),
        ])
        const prices = await look.below('pricing', entities.flat().filter(Boolean))
        return rows.map(({ body }, index) => {
          const own = (entities[index] ?? [])
            .map((entity) => prices.get(entity) ?? [])
            .find((list) => list.length > 0)
          const { record, remarks } = stationOf(body, {
            area: areaOf(body),
            site: siteOf(body),
            prices: own ?? [],
          })
          return readOf<'stations'>(`chargingstations ${textOf(body._id)}`, record, remarks)
        })
      },
    },
    drivers: {
      of: 'users',
      read: async (rows) =>
        rows.map(({ body }) => readOf<'drivers'>(`users ${textOf(body._id)}`, driverOf(body))),
    },
    tags: {
      of: 'tags',
      read: async (rows) => rows.map(({ body }) => readOf<'tags'>(`tags ${textOf(body._id)}`, tagOf(body))),
    },
    sessions: {
      of: 'transactions',
      read: async (rows, _look, here) =>
        rows.map(({ body }) => {
          const { record, remarks } = sessionOf(body, here.currency)
          return readOf<'sessions'>(`transactions ${textOf(body._id)}`, record, remarks)
        }),
    },
  },
}
