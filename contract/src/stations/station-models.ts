import { z } from 'zod'
import { powerKw } from '../base/bounds.ts'
import { call, idParams, page } from '../base/call.ts'
import { connectorTypes, currents } from '../base/enums.ts'
import { pictureAddress } from '../places/pictures.ts'
import { stations } from './stations.ts'

/** EVSEs and connectors are counted from 1; a station has at most 32 connectors. */
const number = z.number().int().min(1).max(100)
const mostConnectors = 32

const numberedOnce = <T extends { number: number }>(parts: readonly T[]): boolean =>
  new Set(parts.map((part) => part.number)).size === parts.length

const modelConnectorSchema = z.object({
  number,
  type: z.enum(connectorTypes),
  current: z.enum(currents),
  /** kW */
  power: powerKw,
})

const modelEvseSchema = z.object({
  number,
  connectors: z.array(modelConnectorSchema).min(1).max(mostConnectors).refine(numberedOnce),
})

/** Fields of a station model (domain.md#stations), with rules for the form and the server. */
export const stationModelBody = z.object({
  vendor_name: z.string().trim().min(1).max(50),
  model: z.string().trim().min(1).max(50),
  image: pictureAddress.nullish(),
  evses: z
    .array(modelEvseSchema)
    .min(1)
    .max(mostConnectors)
    .refine(numberedOnce)
    .refine((evses) => evses.flatMap((evse) => evse.connectors).length <= mostConnectors),
})

export const stationModelSchema = z.object({
  /** only of a model that was added, and only for those who may change it: administrators and the manager who added it */
  id: z.number().nullable(),
  vendor_name: z.string(),
  model: z.string(),
  image: z.string().nullable(),
  evses: z.array(
    z.object({
      number: z.number(),
      connectors: z.array(modelConnectorSchema.extend({ number: z.number() })),
    }),
  ),
})
export type StationModel = z.infer<typeof stationModelSchema>

export const stationModels = {
  list: call({
    method: 'GET',
    path: 'stations',
    summary: 'Station models: those that were added, and those of the stations that the caller may see',
    roles: ['administrator', 'manager', 'operator'],
    query: z.object({
      group_by: z.literal('model'),
      ...page(50, 500),
      search: z.string().trim().max(100).optional(),
    }),
    answer: z.array(stationModelSchema),
    counted: true,
  }),
  add: call({
    method: 'POST',
    path: 'station-models',
    summary: 'Add a station model',
    roles: ['administrator', 'manager'],
    body: stationModelBody,
    answer: stationModelSchema,
    status: 201,
  }),
  change: call({
    method: 'PUT',
    path: 'station-models/{id}',
    summary: 'Change a station model; the stations of its name stay as they are',
    roles: ['administrator', 'manager'],
    params: idParams,
    body: stationModelBody,
    answer: stationModelSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: 'station-models/{id}',
    summary: 'Delete a station model; the stations of its name stay, and show it as they are',
    roles: ['administrator', 'manager'],
    params: idParams,
    status: 204,
  }),
}

/** GET stations answers stations, or with group_by=model station models. The server serves this joined call; clients use the two single ones. */
export const stationsOrModels = call({
  ...stations.list,
  summary: 'Stations that the caller may see; with group_by=model the station models',
  query: stations.list.query.extend({ group_by: z.literal('model').optional() }),
  answer: z.union([stations.list.answer, stationModels.list.answer]),
})
