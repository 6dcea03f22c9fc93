/** Letters count as 10 to 35 (ISO 7064). */
const numberOf = (sign: string): string => String(Number.parseInt(sign, 36))

/** What a long number leaves when it is divided by 97, digit by digit. */
const mod97 = (digits: string): number =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)

/** Whether a text is an international account number, with its control digits (ISO 13616); without spaces, in capitals. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false
  const turned = text.slice(4) + text.slice(0, 4)
  return mod97([...turned].map(numberOf).join('')) === 1
}

/** Whether a text is a bank's code: of SWIFT (ISO 9362), or nine digits of the Bank of Russia. */
export const isBic = (text: string): boolean =>
  /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/.test(text) || isRussianBic(text)

const isRussianBic = (text: string): boolean => /^04\d{7}$/.test(text)

/**
 * Whether a text is an account of 20 digits at the bank in Russia with a code, by its control digit (Bank of Russia, order of
 * 8 September 1997 N 515). Accounts at the central bank itself are keyed by the digits of its place.
 */
export function isRussianAccount(text: string, bic: string): boolean {
  if (!/^\d{20}$/.test(text) || !isRussianBic(bic)) return false
  const isCentral = bic.slice(6, 8) === '00'
  const key = isCentral ? `0${bic.slice(4, 6)}` : bic.slice(6)
  const weights = [7, 1, 3]
  const sum = [...(key + text)].reduce(
    // there are three weights
    (total, digit, index) => total + ((Number(digit) * weights[index % 3]!) % 10),
    0,
  )
  return sum % 10 === 0
}
