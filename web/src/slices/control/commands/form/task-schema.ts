import { stationTaskBody } from '@stationmaster/contract'
import type { JsonSchema } from './schema.ts'

/** A field as the contract describes it. */
interface Field {
  def: { type: string }
  options?: readonly string[]
  minValue?: number | null
  maxValue?: number | null
  maxLength?: number | null
  isInt?: boolean
  unwrap?: () => Field
}

const fieldsOf = (task: string) =>
  (stationTaskBody.options.find(({ shape }) => shape.task.value === task)?.shape ?? {}) as Record<
    string,
    Field | undefined
  >

/** The JSON Schema of a task's field, as far as an input needs it. */
export function schemaOf(task: string, name: string): JsonSchema {
  const field = fieldsOf(task)[name]
  if (field?.def.type === 'optional' && field.unwrap) return contractedSchema(field.unwrap())
  return field ? contractedSchema(field) : {}
}

function contractedSchema({ def, options, minValue, maxValue, maxLength, isInt }: Field): JsonSchema {
  if (options) return { enum: [...options] }
  if (def.type === 'boolean') return { type: 'boolean' }
  if (def.type === 'number')
    return {
      type: isInt ? 'integer' : 'number',
      ...(minValue == null ? {} : { minimum: minValue }),
      ...(maxValue == null ? {} : { maximum: maxValue }),
    }
  return { type: 'string', ...(maxLength == null ? {} : { maxLength }) }
}

/** A task's body without its empty optional fields. */
export const filledIn = (task: string, values: object) => ({
  task,
  ...Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => String(value).trim() !== '' || fieldsOf(task)[name]?.def.type !== 'optional',
    ),
  ),
})
