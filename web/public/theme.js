/* Runs before the first paint: sets the theme, and keeps zod from probing eval, which the content security policy forbids. */
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('stationmaster.theme') || 'auto'
  } catch {
    chosen = 'auto'
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  globalThis.__zod_globalConfig = { jitless: true }
})()
