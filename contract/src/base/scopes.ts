/** What scopes of API keys are about: a resource is some slices of the contract (`people/call-scopes.ts`). */
export const resources = [
  'locations',
  'stations',
  'commands',
  'firmware',
  'journal',
  'energy',
  'tariffs',
  'orders',
  'feedback',
  'drivers',
  'money',
  'reports',
  'inbox',
  'people',
  'roaming',
  'network',
  'versions',
] as const
export type Resource = (typeof resources)[number]

/** Resources that keys only read: accounts and the network's own settings are changed by persons. */
const onlyRead = ['people', 'network'] as const satisfies readonly Resource[]

/** What an API key may do with a resource: `read` is what changes nothing, `write` is everything else. Neither holds the other. */
export type Scope = `${Resource}:read` | `${Exclude<Resource, (typeof onlyRead)[number]>}:write`

const isOnlyRead = (resource: Resource): boolean => onlyRead.some((one) => one === resource)

export const scopes: readonly Scope[] = resources.flatMap((one) =>
  isOnlyRead(one) ? [`${one}:read` as const] : [`${one}:read`, `${one}:write`],
) as Scope[]

/** What a call asks of an API key; `person`: no key will do, a person has to log in; `open`: it asks for no log-in of the staff. */
export type CallScope = Scope | 'person' | 'open'
