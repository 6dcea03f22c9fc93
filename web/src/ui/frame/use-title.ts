import { useLayoutEffect } from 'react'

/** Of the page that was drawn last where there is no browser: by the build. */
export let drawnTitle = ''

/** Names the browser's tab, together with what it shows. */
export function useTitle(title: string): void {
  const whole = title ? `${title} · Stationmaster` : 'Stationmaster'
  if (typeof document === 'undefined') drawnTitle = whole
  useLayoutEffect(() => {
    document.title = whole
  }, [whole])
}
