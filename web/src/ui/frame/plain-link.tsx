import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface PlainLinkProps {
  /** A path of this application, ready for the address line. */
  href: string
  className?: string | undefined
  label?: string
  children: ReactNode
}

/** A link for rows that are drawn by the thousand: it neither preloads nor watches where one is. */
export function PlainLink({ href, className, label, children }: PlainLinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ href })
  }
  return (
    <a href={href} className={className} aria-label={label} onClick={follow}>
      {children}
    </a>
  )
}
