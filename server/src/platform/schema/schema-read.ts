import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Failure } from '../http/failure.ts'

const detailsOf = (error: z.ZodError) =>
  error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))

/** A foreign value as its schema reads it; throws request.invalid. */
export function schemaRead<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { success, data, error } = guarded(() => z.safeParse(schema, value))
  if (success) return data
  throw new Failure('request.invalid', detailsOf(error))
}

/** The compiler of routes' validators. */
export const routeValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route)
  return (value) => guarded(() => validate(value))
}

/**
 * Zod compares `length` of whatever has one, even where it has seen already that the value is no text and no list: an object
 * there that is no number throws. Such a value fits no schema of ours.
 */
function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TypeError)
      throw new Failure('request.invalid', [
        { path: '', message: 'The value is of no type that is known here.' },
      ])
    throw error
  }
}
