const storageKey = 'stationmaster.asked-page'

/** Remembers a page that a visitor asked for before logging in. */
export function rememberAskedPage(href: string): void {
  sessionStorage.setItem(storageKey, href)
}

/** The page to return to after the log-in, once; only an address within the application. */
export function takeAskedPage(): string {
  const asked = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return asked?.startsWith('/') && !asked.startsWith('//') ? asked : '/dashboard'
}
