/** What a manager's wish for a location is remembered by. */
export const keyOf = (managerId: number) => ['owners', 'request', managerId]
