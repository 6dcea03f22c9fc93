/** Whether a driver owes so much that nothing begins any more; `fromMinor` null: debts keep nobody from charging. */
export const owesTooMuch = (debtMinor: number, fromMinor: number | null): boolean =>
  fromMinor !== null && debtMinor > 0 && debtMinor >= fromMinor
