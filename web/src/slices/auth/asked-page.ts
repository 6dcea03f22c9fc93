const KEY = 'stationmaster.asked-page'

/** Remembers a page that a visitor asked for before logging in. */
export function rememberAskedPage(href: string): void {
  sessionStorage.setItem(KEY, href)
}

/** The page to return to after the log-in, once; only an address within the application. */
export function takeAskedPage(): string {
  const asked = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return asked?.startsWith('/') && !asked.startsWith('//') ? asked : '/dashboard'
}
