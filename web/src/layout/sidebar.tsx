import { ActionIcon, Tooltip } from '@mantine/core'
import type { Manager } from '@stationmaster/contract'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/use-format.ts'
import { useWaitingCount } from '../slices/operations/inbox/inbox-query.ts'
import { useOpenCount } from '../slices/operations/incidents/incident-queries.ts'
import { Logo, LogoMark } from '../ui/frame/logo.tsx'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../ui/pictures/icons.ts'
import { groups, type Screen, screensOf } from './navigation.ts'
import classes from './sidebar.module.css'
import { UserMenu } from './user-menu.tsx'

interface SidebarProps {
  manager: Manager
  /** Icons only. */
  folded: boolean
  /** Missing where there is no choice: on the phone's slide-in, and where there is room for icons only. */
  onFold?: (() => void) | undefined
}

/** The product's mark, the screens of the role by group, and the person. */
export function Sidebar({ manager, folded, onFold }: SidebarProps) {
  const { t } = useTranslation()
  const { routeTree } = useRouter()
  const screens = screensOf(routeTree, manager.role)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={classes.sidebar} data-folded={folded || undefined}>
      <div className={classes.head}>
        <Link to="/" className={classes.logo} aria-label="Stationmaster">
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
        {groups.map((group) => {
          const items = screens.filter((screen) => screen.group === group)
          if (items.length === 0) return null
          return (
            <div key={group} className={classes.group}>
              {group !== 'network' && <p className={classes.title}>{t(`layout.groups.${group}`)}</p>}
              {items.map((screen) => (
                <Item
                  key={screen.to}
                  screen={screen}
                  folded={folded}
                  holdsOther={screens.some(({ to }) => to.startsWith(`${screen.to}/`) && path.startsWith(to))}
                />
              ))}
            </div>
          )
        })}
      </nav>
      <UserMenu manager={manager} folded={folded} />
    </div>
  )
}

interface ItemProps {
  screen: Screen
  folded: boolean
  /** What is shown lies below this screen, and is an item of its own. */
  holdsOther: boolean
}

function Item({ screen: { to, name, icon: Icon }, folded, holdsOther }: ItemProps) {
  const { t } = useTranslation()
  return (
    <Tooltip label={t(name)} position="right" disabled={!folded}>
      <Link
        to={to}
        className={classes.item}
        activeProps={{ 'data-active': true }}
        activeOptions={{ exact: holdsOther }}
      >
        <Icon size={19} stroke={1.6} aria-hidden="true" />
        <span className={classes.word}>{t(name)}</span>
        {to === '/inbox' && <Waiting />}
        {to === '/incidents' && <OpenIncidents />}
      </Link>
    </Tooltip>
  )
}

/** How many wait in the inbox; nothing while nobody does. */
function Waiting() {
  const { t } = useTranslation()
  return <Count count={useWaitingCount()} titleOf={(words) => t('layout.waiting', words)} />
}

/** How many incidents nobody looks after yet. */
function OpenIncidents() {
  const { t } = useTranslation()
  return <Count count={useOpenCount()} titleOf={(words) => t('layout.waitingIncidents', words)} />
}

interface CountProps {
  count: number | undefined
  titleOf: (words: { count: number; n: string }) => string
}

function Count({ count, titleOf }: CountProps) {
  const format = useFormat()
  if (!count) return null
  const n = format.number(count)
  return (
    <span className={classes.waiting} title={titleOf({ count, n })}>
      {n}
    </span>
  )
}
