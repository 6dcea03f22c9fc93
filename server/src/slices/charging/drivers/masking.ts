/** A phone of which only the last two digits can be read. */
export const maskedPhone = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '')
  return `${'•'.repeat(Math.max(0, digits.length - 2))}${digits.slice(-2)}`
}

/** An address of which only the first letter and the domain can be read. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** A card of which only the last four signs can be read, of a short one half. */
export const maskedCard = (token: string): string => {
  const shown = Math.min(4, Math.floor(token.length / 2))
  return `${'•'.repeat(token.length - shown)}${token.slice(token.length - shown)}`
}
