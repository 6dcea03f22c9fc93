import { Skeleton } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { When } from '../../ui/dates/when.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'
import page from './list-page.module.css'
import classes from './run-frame.module.css'

interface RunPageProps<Run> {
  /** until the run says its own */
  title: string
  backTo: '/bulk-commands' | '/firmware' | '/dashboard'
  query: { data: Run | undefined; error: unknown; refetch: () => unknown }
  children: (run: Run) => ReactNode
}

/** The page of a run, which is what is done to many stations: a bulk command or a roll-out. Its bones while it is read, then it. */
export function RunPage<Run extends { id: number }>({ title, backTo, query, children }: RunPageProps<Run>) {
  if (query.data) return <Fragment key={query.data.id}>{children(query.data)}</Fragment>
  return (
    <div className={page.page}>
      <PageHeader title={title} backTo={backTo} />
      <div className={page.surface}>
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className={classes.head} aria-busy="true">
            <Skeleton height={8} />
            <Skeleton height={32} width="60%" />
          </div>
        )}
      </div>
    </div>
  )
}

interface RunFrameProps extends Pick<RunPageProps<unknown>, 'title' | 'backTo'> {
  /** before who commands it and from when on */
  facts: string
  by: { name: string }
  at: string
  actions: ReactNode
  /** the command in its own words */
  detail?: string | null
  /** how it is, as a badge, and how far, as a bar */
  state: ReactNode
  bar: ReactNode
  done: number
  total: number
  /** why it does not go on */
  warning?: string | null
  /** what one should know of it, in paragraphs */
  notes: ReactNode
  /** its counts, each of which narrows the list of its stations */
  counts: ReactNode
  search?: { text: string | undefined; onSearch: (text: string) => void }
  /** the stations with what came of it at each */
  children: ReactNode
}

/** One run: who commands it, how far it is, what may be done with it, and its stations. */
export function RunFrame(props: RunFrameProps) {
  const { title, backTo, facts, by, at, actions, detail, state, bar, done, total } = props
  const { warning, notes, counts, search, children } = props
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={page.page}>
      <PageHeader
        title={title}
        facts={
          <>
            {facts} · {by.name} · <When at={at} />
          </>
        }
        actions={actions}
        backTo={backTo}
      />
      <div className={page.surface}>
        <div className={classes.head}>
          {detail && <p className={classes.detail}>{detail}</p>}
          <div className={classes.progress}>
            {state}
            <span className={classes.done} role="status">
              {t('common.shownOf', { shown: format.number(done), total: format.number(total) })}
            </span>
            {bar}
          </div>
          {warning && (
            <p className={classes.warning} role="alert">
              {warning}
            </p>
          )}
          <div className={classes.notes}>{notes}</div>
          <div className={classes.filters}>
            {counts}
            {search && (
              <SearchField
                className={classes.search}
                value={search.text ?? ''}
                onSearch={search.onSearch}
                placeholder={t('stations.search')}
              />
            )}
          </div>
        </div>
        {children}
      </div>
    </div>
  )
}
