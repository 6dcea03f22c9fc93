import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './tabs.module.css'

/** A line of links to the parts of one thing; the router marks the shown one as current, which is in sight however narrow the line. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const line = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (line.current && current)
      line.current.scrollLeft = current.offsetLeft - (line.current.clientWidth - current.offsetWidth) / 2
  }, [path])
  return (
    <nav className={classes.tabs} aria-label={label} ref={line}>
      {children}
    </nav>
  )
}
