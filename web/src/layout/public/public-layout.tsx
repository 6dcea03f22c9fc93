import { Outlet } from '@tanstack/react-router'
import { SkipLink } from '../skip-link.tsx'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
import classes from './public-layout.module.css'

/** Header and footer around every page that visitors see. */
export function PublicLayout() {
  return (
    <div className={classes.page}>
      <SkipLink />
      <PublicHeader />
      <main className={classes.main} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}
