const storageKey = 'stationmaster.driver-top-up'

/** The payment into the balance that the driver has begun last: found again on the way back from the bank. */
export const lastTopUp = {
  read: (): number | null => Number(localStorage.getItem(storageKey)) || null,
  keep: (id: number) => localStorage.setItem(storageKey, String(id)),
  forget: () => localStorage.removeItem(storageKey),
}
