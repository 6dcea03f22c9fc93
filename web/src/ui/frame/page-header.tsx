import { ActionIcon } from '@mantine/core'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconArrowLeft } from '../pictures/icons.ts'
import classes from './page-header.module.css'
import { useTitle } from './use-title.ts'

interface WordsProps {
  title: string
  /** The two facts that matter, in one line. */
  facts?: ReactNode
}

interface PageHeaderProps extends WordsProps {
  /** Right side: buttons, pickers, search. */
  actions?: ReactNode
  /** Where the back button leads when there is no page to go back to; without it there is no back button. */
  backTo?:
    | '/settings/profile'
    | '/settings/payments'
    | '/dashboard'
    | '/statistics-by-day'
    | '/charge-points'
    | '/locations'
    | '/bulk-commands'
    | '/fleets'
    | '/firmware'
    | '/roaming'
    | '/roaming/locations'
    | '/settlements'
    | '/drivers'
    | '/incidents'
    | '/subscribers'
  /** What the back button does where a page has its own way back. */
  onBack?: () => void
}

/** The head of a screen: title, facts, actions; names the browser's tab as well. */
export function PageHeader({ title, facts, actions, backTo, onBack }: PageHeaderProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  useTitle(title)
  const goBack =
    onBack ?? (() => (canGoBack ? router.history.back() : backTo && void navigate({ to: backTo })))
  return (
    <header className={classes.header}>
      {(backTo || onBack) && (
        <ActionIcon variant="default" size={36} onClick={goBack} aria-label={t('common.back')}>
          <IconArrowLeft size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <Words title={title} facts={facts} />
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

/** The head of a screen whose actions are not known yet: their place is kept. */
export function EarlyHeader(words: WordsProps) {
  return (
    <header className={classes.header}>
      <Words {...words} />
      <div className={classes.room} />
    </header>
  )
}

function Words({ title, facts }: WordsProps) {
  return (
    <div className={classes.words}>
      <h1 className={classes.title}>{title}</h1>
      {facts && <p className={classes.facts}>{facts}</p>}
    </div>
  )
}
