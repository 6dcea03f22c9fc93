/*
 * Runs before the first paint: sets the theme, as the system changes it too, notes what decides which shell is seen (index.html), and keeps zod from probing
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
  const system = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    const chosen = kept('theme') || 'auto'
    const dark = chosen === 'dark' || (chosen === 'auto' && system.matches)
    page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  }
  paint()
  system.addEventListener('change', paint)
  page.toggleAttribute('data-signed-in', kept('session') !== null)
  page.toggleAttribute('data-other-language', (kept('language') ?? page.lang) !== page.lang)
  globalThis.__zod_globalConfig = { jitless: true }
})()
