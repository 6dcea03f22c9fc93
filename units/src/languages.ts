/** Languages of the product, the first where none is known (domain.md#screens). */
export const languages = ['en', 'de', 'ru'] as const
export type Language = (typeof languages)[number]
