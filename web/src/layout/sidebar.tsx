import { ActionIcon, Tooltip } from '@mantine/core'
import type { Manager } from '@stationmaster/contract'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Logo, LogoMark } from '../ui/logo.tsx'
import { screensOf } from './navigation.ts'
import classes from './sidebar.module.css'
import { UserMenu } from './user-menu.tsx'

interface SidebarProps {
  manager: Manager
  /** Icons only. */
  folded: boolean
  /** Missing on the phone's slide-in, which cannot be folded. */
  onFold?: () => void
}

/** The product's mark, the screens of the role, and the person. */
export function Sidebar({ manager, folded, onFold }: SidebarProps) {
  const { t } = useTranslation()
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={classes.sidebar} data-folded={folded || undefined}>
      <div className={classes.head}>
        <Link to="/dashboard" className={classes.logo} aria-label="Stationmaster">
          {folded ? <LogoMark /> : <Logo />}
        </Link>
        {onFold && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            className={classes.fold!}
            onClick={onFold}
            aria-label={folded ? t('layout.unfold') : t('layout.fold')}
          >
            <FoldIcon size={18} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
      <nav className={classes.nav} aria-label={t('layout.mainMenu')}>
        {screensOf(manager.role).map(({ to, label, icon: Icon }) => (
          <Tooltip key={to} label={t(`layout.${label}`)} position="right" disabled={!folded}>
            <Link to={to} className={classes.item} activeProps={{ 'data-active': true }}>
              <Icon size={19} stroke={1.6} aria-hidden="true" />
              <span className={classes.word}>{t(`layout.${label}`)}</span>
            </Link>
          </Tooltip>
        ))}
      </nav>
      <UserMenu manager={manager} folded={folded} />
    </div>
  )
}
