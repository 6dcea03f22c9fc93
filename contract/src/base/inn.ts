const ten = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const eleven = [7, ...ten]
const twelve = [3, ...eleven]

/** The last digit that Russia's tax office gives to the digits before it. */
function controlOf(digits: readonly number[], weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0)
  return (sum % 11) % 10
}

/** Whether a text is a taxpayer's number of Russia: 10 digits of a company or 12 of a person, with their control digits. */
export function isInn(text: string): boolean {
  if (!/^(?:\d{10}|\d{12})$/.test(text)) return false
  const digits = [...text].map(Number)
  if (digits.length === 10) return controlOf(digits, ten) === digits[9]
  return controlOf(digits, eleven) === digits[10] && controlOf(digits, twelve) === digits[11]
}
