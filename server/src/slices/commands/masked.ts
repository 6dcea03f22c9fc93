const secret = /password|passwd|passphrase|secret|authorizationkey|privatekey|pin$/i
const mask = '***'

/** A payload as the audit log may keep it: passwords and keys, and what URLs carry of them, are not written down. */
export function masked(payload: unknown): unknown {
  if (typeof payload === 'string') return payload.replaceAll(/(\w+:\/\/)[^/@\s]+@/g, `$1${mask}@`)
  if (Array.isArray(payload)) return payload.map(masked)
  if (typeof payload !== 'object' || payload === null) return payload
  const named = namesSecret(payload as Record<string, unknown>)
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => {
      const hidden = secret.test(name) || (named && (name === 'value' || name === 'attributeValue'))
      return [name, hidden && typeof value !== 'object' ? mask : masked(value)]
    }),
  )
}

/** ChangeConfiguration of a secret key, SetVariables of a secret variable. */
function namesSecret({ key, variable }: Record<string, unknown>): boolean {
  const name = typeof variable === 'object' && variable !== null && 'name' in variable ? variable.name : key
  return typeof name === 'string' && secret.test(name)
}
