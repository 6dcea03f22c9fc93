import { withoutKeys } from '../secrets/key-shape.ts'

const secret =
  /password|passwd|passphrase|secret|token|credential|authorizationkey|privatekey|apikey|psk|pin(code)?$/i
/** Cards' numbers: who charged is to be read in journal and audit log. */
const cards = new Set(['token', 'idtoken', 'groupidtoken', 'additionalidtoken'])
const mask = '***'

/** Whether a setting of this name holds a secret (AuthorizationKey of 1.6, BasicAuthPassword of 2.0.1, and vendors' own). */
export const isSecret = (name: string): boolean => secret.test(name.replaceAll(/[^a-z]/gi, ''))

/** A payload as the audit log and the journal may keep it: passwords and keys, and what URLs carry of them, are not written down. */
export const masked = (payload: unknown): unknown => maskedPart(payload, false)

/** `named`: a variable of a secret's name has this attribute. */
function maskedPart(part: unknown, named: boolean): unknown {
  if (typeof part === 'string') return withoutKeys(withoutLogIn(part))
  if (Array.isArray(part)) return part.map((one) => maskedPart(one, named))
  if (typeof part !== 'object' || part === null) return part
  const valued = named || namesSecret(part as Record<string, unknown>)
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const hidden =
        (isSecret(name) && !cards.has(name.toLowerCase())) ||
        (valued && (name === 'value' || name === 'attributeValue')) ||
        // a VPN's (SetNetworkProfile of 2.0.1)
        (name === 'key' && 'password' in part)
      const attribute = valued && name === 'variableAttribute'
      return [name, hidden && typeof value !== 'object' ? mask : maskedPart(value, attribute)]
    }),
  )
}

/** What stands in a URL between its scheme and its host. */
const withoutLogIn = (text: string): string =>
  text
    .split('://')
    .map((part, nth) => (nth === 0 ? part : part.replace(/^[^/@\s]+@/, `${mask}@`)))
    .join('://')

/** A setting with a secret's name: `key` of 1.6, `variable` of 2.0.1, `name` of a task. */
function namesSecret({ key, variable, name }: Record<string, unknown>): boolean {
  const named = typeof variable === 'object' && variable !== null && 'name' in variable
  const setting = named ? variable.name : (key ?? name)
  return typeof setting === 'string' && isSecret(setting)
}

/** Actions that set or report settings. */
const settingActions = new Set([
  'ChangeConfiguration',
  'GetConfiguration',
  'SetVariables',
  'GetVariables',
  'NotifyReport',
  'SetNetworkProfile',
])

/** A frame as the journal may keep it: passwords and keys are masked, everything else stays as it came. */
export function maskedFrame(action: string | null, frame: string): string {
  if (action === null || !settingActions.has(action)) return frame
  try {
    const parsed: unknown = JSON.parse(frame)
    const kept = JSON.stringify(masked(parsed))
    return kept === JSON.stringify(parsed) ? frame : kept
  } catch {
    return frame
  }
}
