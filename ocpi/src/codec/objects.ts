import { z } from 'zod'
import { type Codec, type Json, type Losses, lost, within } from './codec.ts'

/** A field that need not be there. */
export interface Optional<T> {
  readonly optional: true
  readonly codec: Codec<T> | undefined
  readonly name?: string | undefined
}

/** A field under another name than the model's. */
export interface Named<T> extends Codec<T> {
  readonly name: string
}

/** The codecs of all fields of an object: optional for those that the model may lack. */
export type Fields<T> = {
  readonly [K in keyof T]-?: Record<string, never> extends Pick<T, K>
    ? Optional<Exclude<T[K], undefined>>
    : Codec<T[K]> | Named<T[K]>
}

/** The codec of an object, with those of its fields. */
export interface ObjectCodec<T> extends Codec<T> {
  readonly fields: Fields<T>
}

/** A field that need not be there, under its own name or another. */
export const optional = <T>(codec: Codec<T>, name?: string): Optional<T> => ({ optional: true, codec, name })

/** A field of the model that the version does not have. */
export const notHere: Optional<never> = { optional: true, codec: undefined }

/** A field under another name than the model's. */
export const named = <T>(name: string, codec: Codec<T>): Named<T> => ({
  name,
  reading: codec.reading,
  write: codec.write,
})

/** A list, which may be absent when it is empty; what cannot be expressed is left out of it. */
export const listOf = <T>(item: Codec<T>): Codec<T[]> => ({
  reading: z
    .array(item.reading)
    .nullish()
    .transform((list) => list ?? []),
  write: (list, losses) => writeList(item, list, losses),
})

/** A list of one or more. */
export const someOf = <T>(item: Codec<T>): Codec<T[]> => ({
  reading: z.array(item.reading).min(1),
  write(list, losses) {
    const written = writeList(item, list, losses)
    return written.length > 0 ? written : lost(losses)
  },
})

/** A list of the model that the version does not have. */
export const noList: Codec<never[]> & { absent: true } = {
  absent: true,
  reading: z
    .unknown()
    .optional()
    .transform(() => []),
  write: (list, losses) => (list.length > 0 ? lost(losses) : undefined),
}

const writeList = <T>(item: Codec<T>, list: readonly T[], losses: Losses) =>
  list.map((one) => item.write(one, losses)).filter((json) => json !== undefined)

interface Field {
  key: string
  name: string
  codec: Codec<unknown> | undefined
  isOptional: boolean
  /** nothing need stand in the JSON */
  isOmissible: boolean
}

/** An object whose fields have the model's names in snake_case, unless they are named otherwise. */
export function objectOf<T extends object>(fields: Fields<T>): ObjectCodec<T> {
  const all = listed(fields)
  return {
    fields,
    reading: z.object(shapeOf(all)).transform((json: Record<string, unknown>) => {
      const present = all.filter(({ name }) => json[name] !== undefined && json[name] !== null)
      return Object.fromEntries(present.map(({ key, name }) => [key, json[name]])) as T
    }),
    write: (value, losses) => writeFields(all, value, losses),
  }
}

function writeFields(all: readonly Field[], value: object, losses: Losses): Json | undefined {
  const written: { [name: string]: Json } = {}
  let isComplete = true
  for (const { key, name, codec, isOmissible } of all) {
    const part: unknown = (value as Record<string, unknown>)[key]
    if (part === undefined) continue
    const json = codec ? codec.write(part, within(losses, key)) : lost(within(losses, key))
    if (json !== undefined) written[name] = json
    else if (!isOmissible) isComplete = false
  }
  return isComplete ? written : undefined
}

/** Some fields of an object, as a PATCH has them; null in the JSON becomes undefined, where the field goes away. */
export type Part<T> = { [K in keyof T]?: T[K] | undefined }

/** The codec of some fields of an object. When the object was changed must be among them. */
export function partOf<T extends object>({ fields }: ObjectCodec<T>): Codec<Part<T>> {
  const all = listed(fields)
  return {
    reading: z.looseObject({}).transform((json: Record<string, unknown>, context) => {
      const present = all.filter(({ name, codec }) => codec && Object.hasOwn(json, name))
      if (typeof json.last_updated !== 'string')
        context.addIssue({ code: 'custom', message: 'is missing', path: ['last_updated'] })
      const result = z.object(shapeOf(present)).safeParse(json)
      for (const issue of result.error?.issues ?? [])
        context.addIssue({ code: 'custom', message: issue.message, path: issue.path })
      const parts: Record<string, unknown> = result.data ?? {}
      return Object.fromEntries(present.map(({ key, name }) => [key, parts[name] ?? undefined])) as Part<T>
    }),
    write: (value, losses) => writeFields(all, value, losses),
  }
}

const shapeOf = (fields: readonly Field[]) =>
  Object.fromEntries(
    fields.flatMap(({ name, codec, isOptional }) =>
      codec ? [[name, isOptional ? codec.reading.nullish() : codec.reading]] : [],
    ),
  )

function listed(fields: object): Field[] {
  return Object.entries(fields).map(
    ([key, field]: [string, Codec<unknown> & Optional<unknown> & { absent?: true }]) => ({
      key,
      name: field.name ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      codec: field.optional ? field.codec : field,
      isOptional: field.optional === true,
      isOmissible: field.optional === true || field.absent === true,
    }),
  )
}

/** The same codec with a rule about several fields: `fault` says what is wrong with a value. */
export const ruled = <T extends object>(
  codec: ObjectCodec<T>,
  fault: (value: T) => string | undefined,
): ObjectCodec<T> => ({
  fields: codec.fields,
  write: codec.write,
  reading: codec.reading.check((context) => {
    const message = fault(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  }),
})
