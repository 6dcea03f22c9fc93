import { z } from 'zod'
import { call, idParams, instant } from '../base/call.ts'

/** Whose certificates end at a root of ISO 15118: of stations (V2G), of contracts (mobility operators), of cars (their makers). */
const rootKinds = ['v2g', 'mo', 'oem'] as const

export const plugAndChargeRootSchema = z.object({
  id: z.number(),
  kind: z.enum(rootKinds),
  /** SHA-256, hexadecimal */
  fingerprint: z.string(),
  subject: z.string(),
  not_before: instant,
  not_after: instant,
  pem: z.string(),
  added_at: instant,
  /** the name of who has added it; null: that person is gone */
  added_by: z.string().nullable(),
})
export type PlugAndChargeRoot = z.infer<typeof plugAndChargeRootSchema>

/** What a certificate says, before it is added. */
const rootReadingSchema = plugAndChargeRootSchema
  .pick({ fingerprint: true, subject: true, not_before: true, not_after: true })
  .extend({ present: z.enum(rootKinds).array() })
export type PlugAndChargeRootReading = z.infer<typeof rootReadingSchema>

/** A part of ISO 15118 by whose rules stations show certificates to cars: -2, or -20. */
export const isoPartSchema = z.union([z.literal(2), z.literal(20)])

/** A certificate that a station shows to cars: the last one by its part of the standard that was signed for it. */
const carCertificateSchema = z.object({
  station_id: z.string(),
  part: isoPartSchema,
  number: z.number(),
  location_name: z.string(),
  issued_at: instant,
  not_after: instant,
  /** the station's word for it; null: not answered yet */
  status: z.string().nullable(),
  online: z.boolean(),
})
export type CarCertificate = z.infer<typeof carCertificateSchema>

/** A station that does Plug & Charge and is not known to have a root that it should. */
const lackingStationSchema = z.object({
  station_id: z.string(),
  number: z.number(),
  location_name: z.string(),
  online: z.boolean(),
  /** when it listed its roots last; null: it has not yet */
  looked_at: instant.nullable(),
  lacks: z.array(z.object({ id: z.number(), kind: z.enum(rootKinds), subject: z.string() })),
})
export type LackingStation = z.infer<typeof lackingStationSchema>

/** A root that somebody has to see to: it ends soon or has ended, stations lack it, or (id null) stations need one and there is none. */
const rootNeedSchema = z.object({
  kind: z.enum(rootKinds),
  id: z.number().nullable(),
  subject: z.string().nullable(),
  not_after: instant.nullable(),
  ending: z.boolean(),
  /** how many stations lack it; where there is none: how many need one */
  stations: z.number(),
})
export type RootNeed = z.infer<typeof rootNeedSchema>

/** one certificate, PEM */
const pem = z.string().max(20_000)
const roles = ['administrator'] as const

export const plugAndCharge = {
  roots: call({
    method: 'GET',
    path: 'plug-and-charge/roots',
    summary: 'Root certificates of ISO 15118, by kind and name',
    roles,
    answer: z.array(plugAndChargeRootSchema),
  }),
  addRoot: call({
    method: 'POST',
    path: 'plug-and-charge/roots',
    summary: 'Add a root certificate; contracts that end at it may charge from then on',
    roles,
    body: z.object({
      kind: z.enum(rootKinds),
      pem,
    }),
    answer: z.array(plugAndChargeRootSchema),
  }),
  readRoot: call({
    method: 'POST',
    path: 'plug-and-charge/roots/reading',
    summary: 'What a root certificate says, and as what it is there already; nothing is kept',
    roles,
    body: z.object({ pem }),
    answer: rootReadingSchema,
  }),
  carCertificates: call({
    method: 'GET',
    path: 'plug-and-charge/stations',
    summary: 'The certificates that stations show to cars, those that end first before; at most 500',
    roles,
    answer: z.array(carCertificateSchema),
  }),
  lacking: call({
    method: 'GET',
    path: 'plug-and-charge/lacking',
    summary: 'Stations that do Plug & Charge and lack a root of the network; at most 500',
    roles,
    answer: z.object({ total: z.number(), stations: z.array(lackingStationSchema) }),
  }),
  needs: call({
    method: 'GET',
    path: 'plug-and-charge/needs',
    summary: 'Roots that somebody has to see to: near their end, lacked by stations, or needed and not there',
    roles,
    answer: z.array(rootNeedSchema),
  }),
  removeRoot: call({
    method: 'DELETE',
    path: 'plug-and-charge/roots/{id}',
    summary: 'Remove a root certificate; contracts that end at it charge no more',
    roles,
    params: idParams,
    status: 204,
  }),
}
