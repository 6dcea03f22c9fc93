/** Digits as DD-MM-YYYY: the dashes come by themselves, and no more than a day is taken. */
export function showBirthDate(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('-')
}
