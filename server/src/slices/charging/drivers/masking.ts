/** A phone number with only its last two digits. */
export const maskedPhone = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '')
  return `${'•'.repeat(Math.max(0, digits.length - 2))}${digits.slice(-2)}`
}

/** An e-mail address with only its first letter and its domain. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** A card's number with only its last four characters, or half of a short one. */
export const maskedCard = (token: string): string => {
  const shown = Math.min(4, Math.floor(token.length / 2))
  return `${'•'.repeat(token.length - shown)}${token.slice(token.length - shown)}`
}
