import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** What an id in a query or a body can be of, and what is answered where there is none that the caller may see. */
export const subjects = {
  location: 'location.not_found',
  station: 'station.not_found',
  connector: 'connector.not_found',
  order: 'order.not_found',
  driver: 'driver.not_found',
  manager: 'manager.not_found',
  service: 'service.not_found',
} as const satisfies Record<string, ErrorCode>
export type Subject = keyof typeof subjects

interface Mark {
  subject: Subject
  /** it only narrows what is found or chosen: what the caller may not see is as if it were not there */
  narrows?: true
  /** a list with commas between */
  commas?: true
}

const marks = z.registry<Mark>()

/** Notes of what the ids are that a field holds; `route` refuses what the caller may not see, before anything is done. */
export function marked<T extends z.ZodType>(schema: T, mark: Mark): T {
  marks.add(schema, mark)
  return schema
}

/** The id, in a body, of something that the caller may see. */
export const idOf = (subject: Subject) => marked(z.number().int().positive(), { subject })

/** An id in a query that narrows what is answered. */
export const narrowedBy = (subject: Subject) =>
  marked(z.coerce.number().int().positive(), { subject, narrows: true })

/** The id of a station that narrows what is answered or chosen. */
export const narrowedByStation = (mostCharacters: number) =>
  marked(z.string().max(mostCharacters), { subject: 'station', narrows: true })

/** Ids in a query, with commas between them, that narrow what is answered. */
export const narrowedByAny = (subject: Subject) =>
  marked(z.string().max(5000), { subject, narrows: true, commas: true })

/** Where ids stand in a value: names of fields, and '*' for each of a list. */
export interface MarkedField extends Mark {
  path: readonly string[]
}

/** The marked fields of a schema, each once, whichever of its shapes a value has. */
export function markedFields(schema: z.ZodType, path: readonly string[] = []): MarkedField[] {
  const mark = marks.get(schema)
  if (mark) return [{ ...mark, path }]
  const found = partsOf(schema).flatMap(({ step, part }) => markedFields(part, [...path, ...step]))
  return [...new Map(found.map((field) => [field.path.join('.'), field])).values()]
}

/** What a schema is made of, with the step that leads there in a value. */
function partsOf(schema: z.ZodType): { step: string[]; part: z.ZodType }[] {
  const here = (part: unknown) => ({ step: [], part: part as z.ZodType })
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).map(([name, part]) => ({ step: [name], part: part as z.ZodType }))
  if (schema instanceof z.ZodArray) return [{ step: ['*'], part: schema.element as z.ZodType }]
  if (schema instanceof z.ZodUnion) return schema.options.map(here)
  if (schema instanceof z.ZodPipe) return [here(schema.in)]
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return [here(schema.def.innerType)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [here(schema.unwrap())]
  return []
}

/** The ids that a value holds in a marked field; those of a text with commas as numbers, NaN for what is none. */
export function idsIn(value: unknown, { path, commas }: MarkedField): (number | string)[] {
  const found = path.reduce<unknown[]>(
    (values, step) =>
      values.flatMap((one) => {
        if (typeof one !== 'object' || one === null) return []
        return step === '*' ? (one as unknown[]) : [(one as Record<string, unknown>)[step]]
      }),
    [value],
  )
  const ids = found.filter((id): id is number | string => typeof id === 'number' || typeof id === 'string')
  return commas ? ids.flatMap((text) => String(text).split(',').filter(Boolean).map(Number)) : ids
}
