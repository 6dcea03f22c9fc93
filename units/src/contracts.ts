/** Country, provider, C and eight characters, and perhaps a check digit; hyphens are for people (ISO 15118-2, annex H). */
const pattern = /^[A-Z]{2}-?[A-Z0-9]{3}-?C[A-Z0-9]{8}(-?[A-Z0-9])?$/
const keyLength = 14

/** Whether a text has the form of a contract's id (eMAID). */
export const isContractId = (text: string): boolean => pattern.test(text.toUpperCase())

/**
 * A contract's id (eMAID) as it is compared: in upper case, without hyphens and check digit. What has not the form of one stays as it
 * is, in upper case. The index of id_tokens does the same.
 */
export function contractKey(text: string): string {
  const upper = text.toUpperCase()
  return pattern.test(upper) ? upper.replaceAll('-', '').slice(0, keyLength) : upper
}
