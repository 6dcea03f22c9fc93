import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './more-button.module.css'

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  label?: string
}

/** The foot of a list whose length nobody counts: its next part; nothing once all is there. */
export function MoreButton({ query, label }: MoreButtonProps) {
  const { t } = useTranslation()
  if (!query.hasNextPage) return null
  return (
    <div className={classes.foot}>
      <Button
        variant="default"
        size="xs"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label ?? t('common.loadMore')}
      </Button>
    </div>
  )
}
