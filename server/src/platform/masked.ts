const secret = /password|passwd|passphrase|secret|authorizationkey|privatekey|pin$/i
const mask = '***'

/** A payload as the audit log and the journal may keep it: passwords and keys, and what URLs carry of them, are not written down. */
export function masked(payload: unknown): unknown {
  if (typeof payload === 'string') return withoutLogIn(payload)
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

/** What stands in a URL between its scheme and its host. */
const withoutLogIn = (text: string): string =>
  text
    .split('://')
    .map((part, nth) => (nth === 0 ? part : part.replace(/^[^/@\s]+@/, `${mask}@`)))
    .join('://')

/** ChangeConfiguration of a secret key, SetVariables of a secret variable. */
function namesSecret({ key, variable }: Record<string, unknown>): boolean {
  const name = typeof variable === 'object' && variable !== null && 'name' in variable ? variable.name : key
  return typeof name === 'string' && secret.test(name)
}

const settingActions = new Set(['ChangeConfiguration', 'SetVariables'])

/** A frame as the journal may keep it: what sets a password or a key is kept without it. */
export function maskedFrame(action: string | null, frame: string): string {
  if (action === null || !settingActions.has(action) || !secret.test(frame.replaceAll('"', ' '))) return frame
  try {
    return JSON.stringify(masked(JSON.parse(frame)))
  } catch {
    return frame
  }
}
