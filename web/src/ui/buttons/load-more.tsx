import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { ChangeButton } from './change-button.tsx'
import classes from './load-more.module.css'

interface LoadMoreProps {
  shown: number
  total: number
  hasMore: boolean
  loading: boolean
  onLoad: () => void
  /** Shows the whole list at once, where only what is seen of it is loaded. */
  onAll?: () => void
}

/** The foot of a paged list: how much of it is shown, and the next 50. */
export function LoadMore({ shown, total, hasMore, loading, onLoad, onAll }: LoadMoreProps) {
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
