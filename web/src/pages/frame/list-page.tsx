import type { ReactNode } from 'react'
import { LoadMore } from '../../ui/buttons/load-more.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'
import classes from './list-page.module.css'

interface ListPageProps {
  title: string
  /** how many there are; undefined while nobody knows */
  found: string | undefined
  search: { text: string | undefined; onSearch: (text: string) => void; placeholder: string }
  /** beside the search */
  actions?: ReactNode
  /** between the head and the list */
  above?: ReactNode
  /** after the list */
  below?: ReactNode
  list: {
    items: readonly unknown[] | undefined
    total: number
    isError: boolean
    error: unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    refetch: () => unknown
    fetchNextPage: () => Promise<unknown>
  }
  /** its rows, their bones while they are loaded, or what stands there where there are none */
  children: ReactNode
}

/** A list that is searched in its head and loaded 50 more at a time. */
export function ListPage({ title, found, search, actions, above, below, list, children }: ListPageProps) {
  const { items } = list
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        facts={found}
        actions={
          <>
            <SearchField
              className={classes.search}
              value={search.text ?? ''}
              onSearch={search.onSearch}
              placeholder={search.placeholder}
            />
            {actions}
          </>
        }
      />
      {above}
      <div className={classes.surface}>
        {list.isError && !items ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          children
        )}
        {items && items.length > 0 && <LoadMore shown={items.length} query={list} />}
      </div>
      {below}
    </div>
  )
}
