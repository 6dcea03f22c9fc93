import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
import classes from './public-layout.module.css'

/** Header and footer around every page that visitors see. */
export function PublicLayout() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <a href="#content" className={classes.skip}>
        {t('layout.skip')}
      </a>
      <PublicHeader />
      <main className={classes.main} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}
