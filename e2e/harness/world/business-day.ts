/** The day of an instant by the network's clock, YYYY-MM-DD; today's: after 21:00 UTC it is tomorrow there, perhaps of another month. */
export const businessDay = (at = new Date()): string =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Moscow' }).format(at)
