/** The screens of a driver's account, in the order of their tabs. */
export const accountViews = ['balance', 'history', 'tags', 'settings'] as const
export type AccountView = (typeof accountViews)[number]

export interface AccountSearch {
  view?: AccountView
}

/** Which screen an address names; the first without one. */
export function readAccountSearch(search: Record<string, unknown>): AccountSearch {
  const view = accountViews.find((one) => one === search.view)
  return view ? { view } : {}
}
