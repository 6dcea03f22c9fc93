import { Outlet } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/** What all pages have in common: the first of them takes the place of what was served to be seen until then. */
export function Root() {
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  return <Outlet />
}
