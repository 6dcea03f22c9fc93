/** Today by the network's clock, YYYY-MM-DD: after 21:00 UTC it is tomorrow there, perhaps of another month. */
export const businessDay = (): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Moscow' }).format(new Date())
