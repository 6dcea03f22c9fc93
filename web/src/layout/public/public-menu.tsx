import { Button, Drawer } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { useHelpConfig } from '../../api/use-help-config.ts'
import type { OuterLink } from './links.ts'
import classes from './public-menu.module.css'

/** The slide-in menu of the public pages: the operator's links that are set, our own pages, and the way in. */
export function PublicMenu({ links, onClose }: { links: OuterLink[]; onClose: () => void }) {
  const { t } = useTranslation()
  const manager = useManager()
  const help = useHelpConfig()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={300}
      title={t('layout.mainMenu')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.menu}>
        <nav className={classes.links} aria-label={t('layout.mainMenu')}>
          {links.map(({ name, url }) => (
            <a key={name} href={url} className={classes.link}>
              {t(`public.links.${name}`)}
            </a>
          ))}
          {help?.public_network && (
            <Link to="/network" className={classes.link}>
              {t('public.network.link')}
            </Link>
          )}
          <Link to="/support/app-manual" className={classes.link}>
            {t('public.manual')}
          </Link>
        </nav>
        <div className={classes.entry}>
          <Button component={Link} to={manager ? '/dashboard' : '/login'} fullWidth size="md">
            {manager ? t('layout.dashboard') : t('landing.logIn')}
          </Button>
          {!manager && help?.sign_up !== false && (
            <Button component={Link} to="/signup" fullWidth size="md" variant="default">
              {t('auth.signUp.title')}
            </Button>
          )}
        </div>
      </div>
    </Drawer>
  )
}
