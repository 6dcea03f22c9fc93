const storageKey = 'stationmaster.device'

/** The browser's own token: with it, accounts that have signed in here know the device again. It outlives the session. */
export const device = {
  token: (): string | undefined => localStorage.getItem(storageKey) ?? undefined,
  keep: (token: string): void => localStorage.setItem(storageKey, token),
}
