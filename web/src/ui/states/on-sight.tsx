import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'

interface OnSightProps {
  className?: string | undefined
  /** how far inside the window it has to be, as CSS margins */
  margin?: string
  children: ReactNode
}

/** What costs something to show: it comes once its place is scrolled to, and stays. */
export function OnSight({ className, margin = '0px', children }: OnSightProps) {
  const { ref, entry } = useIntersection({ rootMargin: margin })
  const [seen, setSeen] = useState(false)
  const inSight = entry?.isIntersecting ?? false
  useEffect(() => {
    if (inSight) setSeen(true)
  }, [inSight])
  return (
    <div ref={ref} className={className}>
      {seen && children}
    </div>
  )
}
