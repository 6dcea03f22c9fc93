import { languages } from '@stationmaster/units'
import { z } from 'zod'
import { call } from '../base/call.ts'
import { bulkSelectionBody } from '../control/bulk.ts'

/** How wide and high a label is, and how many of them a page of A4 holds. */
export const labelSizes = ['small', 'medium', 'large'] as const
export type LabelSize = (typeof labelSizes)[number]

/** So many labels are in one file at most; stations that are named one by one stand in its link. */
export const labelsMost = 1000
export const labelsNamedMost = 100

export const labelsBody = z.object({
  selection: bulkSelectionBody,
  /** small: 60 x 90 mm, nine on a page; medium: 90 x 135 mm, four; large: 180 x 270 mm, one */
  size: z.enum(labelSizes).default('small'),
  /** on each label, in this order */
  languages: z
    .array(z.enum(languages))
    .min(1)
    .max(languages.length)
    .refine((chosen) => new Set(chosen).size === chosen.length, { message: 'A language is named twice.' })
    .default([...languages]),
  /** with the price of this day, which a later change makes old; without it the label only leads to the price */
  price: z.boolean().default(true),
})
export type LabelsBody = z.input<typeof labelsBody>

/** Labels to print and stick to stations: a driver scans one and charges. */
export const labels = {
  print: call({
    method: 'POST',
    path: 'labels',
    summary: 'A link to download labels of stations as a PDF of A4 pages: good for one minute and one use',
    roles: ['administrator', 'manager', 'operator'],
    body: labelsBody,
    answer: z.object({
      url: z.string(),
      /** 0 where a filter finds no station: the file is empty then */
      labels: z.number(),
      pages: z.number(),
    }),
    status: 201,
    bodyLimit: 2_097_152,
  }),
}
