/*
 * Runs before the first paint: sets the theme, as the system changes it too, notes what decides which shell is seen and how
 * (index.html), whether it is seen in another site's frame, loads the files that a drawn page holds back until it is seen (prerender.ts), and keeps zod from probing eval,
 * which the content security policy forbids.
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
  page.toggleAttribute('data-framed', self !== top)
  page.toggleAttribute('data-folded', kept('sidebar-folded') === 'true')
  page.toggleAttribute('data-other-language', (kept('language') ?? page.lang) !== page.lang)
  globalThis.__zod_globalConfig = { jitless: true }
  const load = () => {
    const later = document.getElementById('later')
    if (later) document.head.append(later.content)
  }
  // a page in the background is not painted
  const painted = (then) => (document.hidden ? then() : requestAnimationFrame(() => setTimeout(then)))
  addEventListener('DOMContentLoaded', () => painted(load))
})()
