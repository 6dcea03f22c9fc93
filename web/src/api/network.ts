/** What the network is set to (DESIGN section 1: TIME_ZONE, CURRENCY): every day, clock time and amount is shown in these. */
export const network = { timeZone: 'Europe/Moscow', currency: 'RUB', currencySign: '₽' } as const
