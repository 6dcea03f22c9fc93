/*
 * Runs before the first paint: sets the theme, notes what decides which shell is seen (index.html), and keeps zod from probing
 * eval, which the content security policy forbids.
 */
;(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(`stationmaster.${name}`)
    } catch {
      return null
    }
  }
  const page = document.documentElement
  const chosen = kept('theme') || 'auto'
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  page.toggleAttribute('data-signed-in', kept('session') !== null)
  page.toggleAttribute('data-other-language', (kept('language') ?? page.lang) !== page.lang)
  globalThis.__zod_globalConfig = { jitless: true }
})()
