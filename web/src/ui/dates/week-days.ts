/** Monday first, as a week is shown; 0 is Sunday, as it is counted. */
export const weekDays = [1, 2, 3, 4, 5, 6, 0] as const
