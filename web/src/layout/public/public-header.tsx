import { ActionIcon, Button, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { useHelpConfig } from '../../api/use-help-config.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { aboutLinks, productLinks, setLinks } from './links.ts'
import classes from './public-header.module.css'
import { PublicMenu } from './public-menu.tsx'

/** The head of the public pages: mark, the operator's links, language, theme, and the way in; a slide-in menu when narrow. */
export function PublicHeader() {
  const { t } = useTranslation()
  const manager = useManager()
  const links = setLinks(useHelpConfig(), [...productLinks, ...aboutLinks])
  const [menuOpen, menu] = useDisclosure(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slide-in closes whenever another page is shown
  useEffect(menu.close, [path])
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
        <div className={classes.entry}>
          {manager ? (
            <Button component={Link} to="/dashboard">
              {t('layout.dashboard')}
            </Button>
          ) : (
            path !== '/login' && (
              <Button component={Link} to="/login">
                {t('landing.logIn')}
              </Button>
            )
          )}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          className={classes.burger!}
          onClick={menu.open}
          aria-label={t('layout.openMenu')}
        >
          <IconMenu2 size={20} stroke={1.75} />
        </ActionIcon>
      </div>
      <Drawer
        opened={menuOpen}
        onClose={menu.close}
        position="right"
        size={300}
        title={<Logo />}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        attributes={{ content: { 'aria-label': t('layout.mainMenu') } }}
      >
        <PublicMenu links={links} />
      </Drawer>
    </header>
  )
}
