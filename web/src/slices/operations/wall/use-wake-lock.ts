import { useEffect } from 'react'

/** Keeps the screen from going dark, if the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let held: WakeLockSentinel | undefined
    let ended = false
    // the browser releases it when the page is hidden
    const hold = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (lock) => {
          if (ended) void lock.release()
          else held = lock
        },
        () => undefined,
      )
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', hold)
      void held?.release()
    }
  }, [])
}
