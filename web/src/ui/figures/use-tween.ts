import { useEffect, useRef, useState } from 'react'

const tweenMs = 300

/** Glides from the last value to the new one in 300 ms; jumps under reduced motion and on the first value. */
export function useTween(target: number): number {
  const [shown, setShown] = useState(target)
  const shownRef = useRef(target)
  useEffect(() => {
    const from = shownRef.current
    if (from === target) return
    const show = (value: number) => {
      shownRef.current = value
      setShown(value)
    }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) {
      show(target)
      return
    }
    const start = performance.now()
    let frame = requestAnimationFrame(function step(at) {
      const progress = Math.min(1, Math.max(0, (at - start) / tweenMs))
      const eased = 1 - (1 - progress) ** 3
      show(progress === 1 ? target : Math.round(from + (target - from) * eased))
      if (progress < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])
  return shown
}
