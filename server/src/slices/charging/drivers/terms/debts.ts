/** Whether a driver owes too much to charge; `fromMinor` null: drivers with debts may charge. */
export const owesTooMuch = (debtMinor: number, fromMinor: number | null): boolean =>
  fromMinor !== null && debtMinor > 0 && debtMinor >= fromMinor
