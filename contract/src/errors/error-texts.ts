/** Codes with their HTTP status and what a person reads, in the three languages. */
export type ErrorTexts = Record<`${string}.${string}`, { status: number; en: string; de: string; ru: string }>
