import { type labelsBody, labelsMost, labelsNamedMost } from '@stationmaster/contract'
import { dayOf, valueIn } from '@stationmaster/units'
import type { z } from 'zod'
import { fill, texts } from '../../../i18n/index.ts'
import { dayInEach } from '../../../platform/documents/paper.ts'
import type { Download } from '../../../platform/downloads/downloads.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import { groupBy } from '../../../platform/general/group-by.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Failure } from '../../../platform/http/failure.ts'
import type { Db } from '../../../platform/schema/schema.ts'
import { loadEffectiveVersions } from '../../places/tariffs/store.ts'
import { checkFound, selectionOf } from '../../stations/stations/lists/choice.ts'
import { listConnectors } from '../../stations/stations/store.ts'
import { stickerLink } from '../charge/sticker.ts'
import { type Label, labelSheet } from './sheet.ts'
import { type LabeledStation, listLabeled } from './store.ts'
import { type LabeledConnector, priceOfStation } from './words.ts'

export interface LabelParts {
  db: Db
  clock: Clock
  secretKey: string
  timeZone: string
  currency: string
  supportPhone: string | null
  linkTo(path: string): string
}

type Wanted = z.output<typeof labelsBody>

/** Stations that get a label; throws station.not_found, labels.too_many. */
export async function listWanted(
  db: Db,
  caller: Caller,
  { selection: requested }: Pick<Wanted, 'selection'>,
): Promise<LabeledStation[]> {
  const selection = selectionOf(requested)
  const named = selection.of === 'stations' ? selection.ids : selection.except
  if (named.length > labelsNamedMost) throw new Failure('labels.too_many')
  const stations = await listLabeled(db, caller, selection, labelsMost)
  if (stations.length > labelsMost) throw new Failure('labels.too_many')
  checkFound(selection, stations.length)
  return stations
}

/** The labels of a selection as a file, with the prices of this moment. */
export async function printLabels(parts: LabelParts, caller: Caller, wanted: Wanted): Promise<Download> {
  const { db, currency, supportPhone, linkTo } = parts
  const { size, languages } = wanted
  const stations = await listWanted(db, caller, wanted)
  const prices = wanted.price ? await pricesOf(parts, stations) : new Map<string, LabeledConnector[]>()
  const days = dayInEach(dayOf(parts.clock.now(), parts.timeZone))
  const all = stations.map(({ id, number }): Label => {
    const connectors = prices.get(id)
    return {
      stationNumber: number,
      link: stickerLink(parts, number),
      typed: linkTo(`/charge/${number}`).replace(/^https?:\/\//, ''),
      prices: connectors
        ? Object.fromEntries(
            languages.map((language) => [
              language,
              fill(texts[language].labels.price, {
                day: days[language],
                price: priceOfStation(connectors, { language, currency }),
              }),
            ]),
          )
        : {},
    }
  })
  return {
    name: all.length === 1 ? `label_${all[0]?.stationNumber}.pdf` : 'labels.pdf',
    type: 'application/pdf',
    body: await labelSheet(all, { size, languages, supportPhone, author: new URL(linkTo('/')).host }),
  }
}

/** The connectors of each station with the price in force; where charging is free they have none. */
async function pricesOf(
  { db, clock }: LabelParts,
  stations: readonly LabeledStation[],
): Promise<Map<string, LabeledConnector[]>> {
  const byId = new Map(stations.map((station) => [station.id, station]))
  const connectors = await listConnectors(db, [...byId.keys()])
  const versions = await loadEffectiveVersions(
    db,
    connectors.map(({ id, station_id, type, current, power_w }) => {
      const { locationId, ownerId } = valueIn(byId, station_id)
      return { id, stationId: station_id, locationId, ownerId, type, current, powerW: power_w }
    }),
    clock.now(),
  )
  const priced = groupBy(connectors, ({ station_id }) => station_id)
  return new Map(
    stations.map(({ id, monetized }) => [
      id,
      (priced.get(id) ?? []).map((connector) => ({
        type: connector.type,
        elements: (monetized && versions.get(connector.id)?.elements) || null,
      })),
    ]),
  )
}
