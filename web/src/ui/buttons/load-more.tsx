import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { ChangeButton } from './change-button.tsx'
import classes from './load-more.module.css'

interface LoadMoreProps {
  shown: number
  query: {
    total: number
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** The foot of a list that is loaded page by page: how much of it is shown, and the next 50. */
export const LoadMore = ({ shown, query }: LoadMoreProps) => (
  <ListFoot
    shown={shown}
    total={query.total}
    hasMore={query.hasNextPage}
    loading={query.isFetchingNextPage}
    onLoad={() => void query.fetchNextPage()}
  />
)

interface ListFootProps {
  shown: number
  total: number
  hasMore: boolean
  loading?: boolean
  onLoad: () => void
  /** Shows the whole list at once, where only what is seen of it is loaded. */
  onAll?: () => void
}

/** The same of any list. */
export function ListFoot({ shown, total, hasMore, loading = false, onLoad, onAll }: ListFootProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={classes.foot}>
      <span className={classes.count}>
        {t('common.shownOf', { shown: format.number(shown), total: format.number(total) })}
      </span>
      {hasMore && (
        <span className={classes.actions}>
          {onAll && (
            <Button variant="subtle" color="gray" size="xs" onClick={onAll}>
              {t('common.loadAll', { total: format.number(total) })}
            </Button>
          )}
          <ChangeButton variant="default" size="xs" loading={loading} onClick={onLoad}>
            {t('common.loadMore')}
          </ChangeButton>
        </span>
      )}
    </div>
  )
}
