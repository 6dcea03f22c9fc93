import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRuns } from '../../../slices/control/bulk/bulk-queries.ts'
import { RunTable } from '../../../slices/control/bulk/run-table.tsx'
import { MoreButton } from '../../../ui/buttons/more-button.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from '../../frame/list-page.module.css'

/** Commands that were sent to many stations. */
export function BulkListPage() {
  const { t } = useTranslation()
  const { runs, ...query } = useRuns()
  const toStations = (
    <Button variant="default" renderRoot={(props) => <Link to="/charge-points" {...props} />}>
      {t('bulk.choose')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('bulk.title')}
        facts={t('bulk.intro')}
        backTo="/charge-points"
        actions={runs && runs.length > 0 ? toStations : undefined}
      />
      <div className={classes.surface}>
        {query.error && !runs ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <RunTable
            runs={runs}
            empty={
              <EmptyState
                drawing="plug"
                title={t('bulk.empty')}
                text={t('bulk.emptyText')}
                action={toStations}
              />
            }
          />
        )}
        <MoreButton query={query} />
      </div>
    </div>
  )
}
