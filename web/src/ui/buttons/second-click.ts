let second = false
let pressed: Element | null = null

/** Whether what happens now comes of the second click of a double click, or of a further one. */
export const isSecondClick = (): boolean => second

/** Looks at every click before anybody else: who double-clicks means one thing, and not what stands in the place of a dialog that the first click has closed. */
export const watchClicks = (): void => window.addEventListener('click', note, true)

function note(event: MouseEvent) {
  second = event.detail > 1
  if (!second) {
    pressed = event.target instanceof Element ? event.target.closest('button') : null
    return
  }
  setTimeout(() => {
    second = false
  })
  if (!pressed || pressed.isConnected) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
