let second = false
let pressed: Element | null = null

/** Whether what happens now comes of the second click of a double click, or of a further one. */
export const isSecondClick = (): boolean => second

// who double-clicks means one thing: what stands in the place of a dialog that the first click has closed is not meant
window.addEventListener(
  'click',
  (event) => {
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
  },
  true,
)
