import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './account.module.css'

interface PagedListProps<Row extends { id: number | string }> {
  title: string
  empty: string
  query: {
    data: { pages: { items: Row[] }[] } | undefined
    error: Error | null
    isPending: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
    refetch: () => Promise<unknown>
  }
  children: (row: Row) => ReactNode
}

/** A list of the account, page by page, with its states loading, empty and failed. */
export function PagedList<Row extends { id: number | string }>(props: PagedListProps<Row>) {
  const { title, empty, query, children } = props
  const { t } = useTranslation()
  const rows = query.data?.pages.flatMap(({ items }) => items)
  return (
    <section className={`${classes.panel} ${classes.stack}`} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {query.isPending && <Loading />}
      {query.error && !rows && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 && <p className={classes.quiet}>{empty}</p>}
      {rows && rows.length > 0 && (
        <ul className={classes.list}>
          {rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('account.more')}
        </Button>
      )}
    </section>
  )
}

/** Something of the account is on its way. */
export function Loading() {
  const { t } = useTranslation()
  return (
    <p className={classes.quiet} role="status">
      <Loader size={16} mr="xs" />
      {t('account.loading')}
    </p>
  )
}
