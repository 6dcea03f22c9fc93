/** Looks at a JSON value and gives one line for each thing that is wrong, beginning with the path below the value. */
export type Check = (value: unknown) => string[]

/** A property of a class of OCPI: what its value must be, and how often it may be there (the standard's "Card."). */
export interface Property {
  check: Check
  card: '1' | '?' | '*' | '+'
}

export type Shape = Record<string, Property>

export const one = (check: Check): Property => ({ check, card: '1' })
export const maybe = (check: Check): Property => ({ check, card: '?' })
export const any = (check: Check): Property => ({ check, card: '*' })
export const some = (check: Check): Property => ({ check, card: '+' })

/** A class: each property of the shape is looked at; properties that the standard does not name are left alone. */
export const classOf =
  (shape: Shape, ...rules: ((value: Record<string, unknown>) => string[])[]): Check =>
  (value) => {
    if (!isRecord(value)) return ['is not an object']
    const problems = Object.entries(shape).flatMap(([name, property]) =>
      inside(`.${name}`, propertyProblems(property, value[name])),
    )
    return problems.length > 0 ? problems : rules.flatMap((rule) => rule(value))
  }

/** What a PATCH may hold: some properties of a class, each as it must be there, and `last_updated` in any case. */
export const patchOf =
  (shape: Shape): Check =>
  (value) => {
    if (!isRecord(value)) return ['is not an object']
    const given = Object.entries(shape).filter(
      ([name]) => name === 'last_updated' || value[name] !== undefined,
    )
    return given.flatMap(([name, property]) => inside(`.${name}`, propertyProblems(property, value[name])))
  }

export const listOf =
  (check: Check, least = 0): Check =>
  (value) => {
    if (!Array.isArray(value)) return ['is not a list']
    if (value.length < least) return ['is empty']
    return value.flatMap((item, index) => inside(`[${index}]`, check(item)))
  }

function propertyProblems({ check, card }: Property, value: unknown): string[] {
  if (value === undefined || value === null) return card === '1' || card === '+' ? ['is missing'] : []
  if (card === '1' || card === '?') return check(value)
  return listOf(check, card === '+' ? 1 : 0)(value)
}

/** Lines about a part of a value, with the part's place before each. */
const inside = (place: string, problems: string[]): string[] =>
  problems.map((problem) => (/^[.[]/.test(problem) ? `${place}${problem}` : `${place} ${problem}`))

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
