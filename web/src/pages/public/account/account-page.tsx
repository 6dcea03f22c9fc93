import { Alert } from '@mantine/core'
import type { DriverAccount } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsLoggedIn } from '../../../api/driver/driver-session.ts'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { logOut, meQuery } from '../../../slices/public/account/account-query.ts'
import { type AccountView, accountViews } from '../../../slices/public/account/account-views.ts'
import { HistoryPanel } from '../../../slices/public/account/history-panel.tsx'
import { LogIn } from '../../../slices/public/account/log-in.tsx'
import { Balance, PostingsPanel } from '../../../slices/public/account/money/postings-panel.tsx'
import { Loading } from '../../../slices/public/account/paged-list.tsx'
import { SettingsPanel } from '../../../slices/public/account/settings/settings-panel.tsx'
import { TagsPanel } from '../../../slices/public/account/tags-panel.tsx'
import { LogoMark } from '../../../ui/frame/logo.tsx'
import { useTitle } from '../../../ui/frame/use-title.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { LanguageSwitch } from '../../../ui/theme/language-switch.tsx'
import { ThemeSwitch } from '../../../ui/theme/theme-switch.tsx'
import classes from './account-page.module.css'
import { SavedCard } from './saved-card.tsx'
import { TopUp } from './top-up.tsx'

const route = getRouteApi('/driver')

/** A driver's own account: log-in, balance and card, history, charging cards, settings. */
export function AccountPage() {
  const isLoggedIn = useIsLoggedIn()
  const client = useQueryClient()
  // also where another tab, or the server, has ended the log-in
  useEffect(() => {
    if (!isLoggedIn) client.removeQueries({ queryKey: ['driver-account'] })
  }, [isLoggedIn, client])
  const [isDeleted, setIsDeleted] = useState(false)
  if (isLoggedIn) return <Account onDeleted={() => setIsDeleted(true)} />
  return <Visitor isDeleted={isDeleted} />
}

function Visitor({ isDeleted }: { isDeleted: boolean }) {
  const { t } = useTranslation()
  return (
    <Frame title={t('account.logIn.title')}>
      {isDeleted && (
        <Alert color="green" role="status">
          {t('account.deletion.done')}
        </Alert>
      )}
      <LogIn />
    </Frame>
  )
}

function Account({ onDeleted }: { onDeleted: () => void }) {
  const { t } = useTranslation()
  const { view = 'balance' } = route.useSearch()
  const { data, error, refetch } = useQuery(meQuery)
  return (
    <Frame title={t(`account.view.${view}`)} view={view}>
      {data && <View view={view} account={data} onDeleted={onDeleted} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
    </Frame>
  )
}

interface ViewProps {
  view: AccountView
  account: DriverAccount
  onDeleted: () => void
}

function View({ view, account, onDeleted }: ViewProps) {
  const { t } = useTranslation()
  return (
    <>
      {account.blocked && <p role="note">{t('account.blocked')}</p>}
      {view === 'balance' && (
        <>
          <Balance account={account} />
          <TopUp />
          <SavedCard />
          <PostingsPanel />
        </>
      )}
      {view === 'history' && <HistoryPanel />}
      {view === 'tags' && <TagsPanel />}
      {view === 'settings' && <SettingsPanel account={account} onDeleted={onDeleted} />}
    </>
  )
}

interface FrameProps {
  title: string
  /** null: nobody is logged in */
  view?: AccountView | null
  children: ReactNode
}

function Frame({ title, view = null, children }: FrameProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const phone = useHelpConfig()?.support_phone
  useTitle(title)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <LogoMark size={28} />
        <span className={classes.name}>Stationmaster</span>
        <ThemeSwitch />
        <LanguageSwitch />
      </header>
      {view !== null && (
        <nav className={classes.views} aria-label={t('account.views')}>
          {accountViews.map((one) => (
            <Link
              key={one}
              to="/driver"
              search={{ view: one }}
              replace
              aria-current={one === view ? 'page' : undefined}
            >
              {t(`account.view.${one}`)}
            </Link>
          ))}
        </nav>
      )}
      <main className={classes.main}>
        <h1 className={classes.title}>{title}</h1>
        {children}
        <p className={classes.foot}>
          {view !== null && (
            <button type="button" onClick={() => void logOut(client)}>
              {t('account.logOut')}
            </button>
          )}
          <a href="/charge">{t('account.charge')}</a>
          {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{t('pay.support', { phone })}</a>}
          <Link to="/terms">{t('public.legal.terms')}</Link>
          <Link to="/privacy">{t('public.legal.privacy')}</Link>
        </p>
      </main>
    </div>
  )
}
