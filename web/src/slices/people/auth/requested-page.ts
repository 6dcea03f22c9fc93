const storageKey = 'stationmaster.asked-page'

/** Remembers the page that a visitor requests before logging in. */
export function rememberRequestedPage(href: string): void {
  sessionStorage.setItem(storageKey, href)
}

/** The page to return to after the log-in, once; only an address within the application. */
export function takeRequestedPage(): string {
  const href = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return href?.startsWith('/') && !href.startsWith('//') ? href : '/dashboard'
}
