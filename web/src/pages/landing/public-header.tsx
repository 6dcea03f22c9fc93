import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../api/session.ts'
import { LanguageSelect } from '../../ui/language-select.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import classes from './public-header.module.css'

/** The head of the public pages: mark, language, theme, and the way in. */
export function PublicHeader({ withoutLogIn = false }: { withoutLogIn?: boolean }) {
  const { t } = useTranslation()
  const manager = useManager()
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.home}>
        <Logo size={28} />
      </Link>
      <div className={classes.actions}>
        <ThemeSwitch />
        <LanguageSelect />
        {!withoutLogIn && (
          <Button
            component={Link}
            to={manager ? '/dashboard' : '/login'}
            variant="default"
            className={classes.logIn!}
          >
            {manager ? t('layout.dashboard') : t('landing.logIn')}
          </Button>
        )}
      </div>
    </header>
  )
}
