import { type ReactNode, useDeferredValue } from 'react'

/** What lies below what is seen first: drawn after it, in slices between which the page answers. */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
