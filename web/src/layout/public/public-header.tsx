import { ActionIcon, Button } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { useHelpConfig } from '../../api/use-help-config.ts'
import { Logo } from '../../ui/frame/logo.tsx'
import { IconMenu2 } from '../../ui/pictures/icons.ts'
import { LanguageSwitch } from '../../ui/theme/language-switch.tsx'
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx'
import { aboutLinks, productLinks, setLinks } from './links.ts'
import classes from './public-header.module.css'

// the slide-in menu is loaded when it is opened: the first paint does without it
const PublicMenu = lazy(async () => ({ default: (await import('./public-menu.tsx')).PublicMenu }))

/** The head of the public pages: mark, the operator's links, language, theme, and the way in; a slide-in menu when narrow. */
export function PublicHeader() {
  const { t } = useTranslation()
  const help = useHelpConfig()
  const links = setLinks(help, [...productLinks, ...aboutLinks])
  const [menuOpen, setMenuOpen] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)
  const closeMenu = () => {
    setMenuOpen(false)
    burger.current?.focus()
  }
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slide-in closes whenever another page is shown
  useEffect(() => setMenuOpen(false), [path])
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.home}>
        <Logo size={28} />
      </Link>
      {links.length > 0 && (
        <nav className={classes.links} aria-label={t('public.outerLinks')}>
          {links.map(({ name, url }) => (
            <a key={name} href={url} className={classes.link}>
              {t(`public.links.${name}`)}
            </a>
          ))}
        </nav>
      )}
      <div className={classes.actions}>
        <ThemeSwitch />
        <LanguageSwitch />
        <Entry path={path} signUp={help?.sign_up !== false} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          className={classes.burger!}
          ref={burger}
          onClick={() => setMenuOpen(true)}
          aria-haspopup="dialog"
          aria-label={t('layout.openMenu')}
        >
          <IconMenu2 size={20} stroke={1.75} />
        </ActionIcon>
      </div>
      {menuOpen && (
        <Suspense fallback={null}>
          <PublicMenu links={links} onClose={closeMenu} />
        </Suspense>
      )}
    </header>
  )
}

/** The way in: to the dashboard, else to the log-in and, where people may, to the sign-up. */
function Entry({ path, signUp }: { path: string; signUp: boolean }) {
  const { t } = useTranslation()
  const manager = useManager()
  return (
    <div className={classes.entry}>
      {manager && (
        <Button component={Link} to="/dashboard">
          {t('layout.dashboard')}
        </Button>
      )}
      {!manager && path !== '/login' && (
        <Button component={Link} to="/login" variant={path === '/signup' ? 'filled' : 'default'}>
          {t('landing.logIn')}
        </Button>
      )}
      {!manager && signUp && path !== '/signup' && (
        <Button component={Link} to="/signup">
          {t('auth.signUp.title')}
        </Button>
      )}
    </div>
  )
}
