import type { z } from 'zod'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** How a value of the model stands in the JSON of a version. */
export interface Codec<T> {
  /** The schema of the JSON, which gives the value; fields that the standard does not name are left out. */
  readonly reading: z.ZodType<T>
  /** The JSON of a value. Undefined: the version has no word for it, which `losses` then names. */
  write(value: T, losses: Losses): Json | undefined
}

/** Collects what a version cannot say, by the path of its field in the model, such as `evses.parking`. */
export interface Losses {
  readonly path: string
  readonly names: Set<string>
}

/** The losses within a field. */
export const within = (losses: Losses, field: string): Losses => ({
  path: losses.path ? `${losses.path}.${field}` : field,
  names: losses.names,
})

/** Notes that what stands here is lost, and gives nothing. */
export function lost(losses: Losses): undefined {
  losses.names.add(losses.path)
}

/** What is wrong with a JSON: where, in the names of the JSON, and what. */
export interface Fault {
  path: string
  message: string
}

export type Reading<T> = { ok: true; value: T } | { ok: false; faults: Fault[] }

/** The value of a JSON, or what is wrong with it. */
export function read<T>(codec: Codec<T>, json: unknown): Reading<T> {
  const result = codec.reading.safeParse(json)
  if (result.success) return { ok: true, value: result.data }
  return {
    ok: false,
    faults: result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  }
}

/** The version has no word for something that this object cannot be without. */
export class Inexpressible extends Error {
  override name = 'Inexpressible'
  readonly fields: readonly string[]

  constructor(fields: readonly string[]) {
    super(`this version cannot express: ${fields.join(', ')}`)
    this.fields = fields
  }
}

/** The JSON of a value, without what the version cannot express; throws Inexpressible if nothing of use is left. */
export function write<T>(codec: Codec<T>, value: T): Json {
  const { json, losses } = writing(codec, value)
  if (json === undefined) throw new Inexpressible(losses)
  return json
}

/** The fields of a value, by their paths in the model, that the version cannot express or only shortens. */
export const lossesOf = <T>(codec: Codec<T>, value: T): string[] => writing(codec, value).losses

function writing<T>(codec: Codec<T>, value: T) {
  const names = new Set<string>()
  const json = codec.write(value, { path: '', names })
  return { json, losses: [...names].sort() }
}
