/*
 * The start page is whole as it is served, and so is a location of the network. The application is loaded for those who do
 * something there, at once for those who are signed in or read another language than the page is in, and after a while where
 * what the page shows grows old. What was pressed or chosen meanwhile is so in the application, too.
 */
;(() => {
  const { entry, after } = document.currentScript.dataset
  const shell = document.getElementById('shell')
  const root = document.getElementById('root')
  const { dataset } = document.documentElement
  const controls = (part) => [...part.querySelectorAll('a, button')]
  let pressed = -1
  let chosen = -1

  const wake = () => void import(entry)
  for (const sign of ['pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'])
    addEventListener(sign, wake, { once: true, passive: true, capture: true })
  // the browser tells of a pointer that stands still too, where the page or its window moves beneath it
  let stood
  const watch = ({ screenX, screenY }) => {
    const stands = `${screenX} ${screenY}`
    stood ??= stands
    if (stands === stood) return
    removeEventListener('pointermove', watch, true)
    wake()
  }
  addEventListener('pointermove', watch, true)

  shell.addEventListener('focusin', ({ target }) => {
    chosen = controls(shell).indexOf(target)
  })
  shell.addEventListener('focusout', () => {
    chosen = -1
  })
  shell.addEventListener('click', ({ target }) => {
    const control = target.closest('a, button')
    // a link works by itself
    if (!control || control.href) return
    pressed = controls(shell).indexOf(control)
    wake()
  })
  new MutationObserver((_changes, observer) => {
    if (shell.isConnected) return
    observer.disconnect()
    controls(root)[chosen]?.focus({ preventScroll: true })
    controls(root)[pressed]?.click()
  }).observe(document.body, { childList: true })

  if ('signedIn' in dataset || 'otherLanguage' in dataset) wake()
  if (after) setTimeout(wake, after * 1000)
})()
