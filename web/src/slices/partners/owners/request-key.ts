/** The query key of a manager's request for a location. */
export const keyOf = (managerId: number) => ['owners', 'request', managerId]
