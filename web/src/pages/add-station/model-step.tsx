import { Button } from '@mantine/core'
import type { StationModel } from '@stationmaster/contract'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ModelCards } from '../../slices/stations/models/model-cards.tsx'
import { useModelList } from '../../slices/stations/models/model-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import classes from './add-station-page.module.css'

interface ModelStepProps {
  search: string | undefined
  onSearch: (text: string) => void
  onCreate: () => void
  onChoose: (model: StationModel) => void
}

/** Step 0: the models to choose from, and a way to describe a new one. */
export function ModelStep({ search, onSearch, onCreate, onChoose }: ModelStepProps) {
  const { t } = useTranslation()
  const query = useModelList(search)
  const create = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onCreate}>
      {t('wizard.models.create')}
    </Button>
  )
  const none = query.models?.length === 0
  return (
    <>
      {!(none && !search) && (
        <div className={classes.toolbar}>
          <SearchField
            className={classes.search}
            value={search ?? ''}
            onSearch={onSearch}
            placeholder={t('wizard.models.search')}
          />
          {create}
        </div>
      )}
      {query.isError && !query.models ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : none ? (
        <EmptyState
          drawing={search ? 'search' : 'plug'}
          title={search ? t('wizard.models.emptyFiltered', { search }) : t('wizard.models.empty')}
          text={t('wizard.models.emptyText')}
          action={search ? undefined : create}
        />
      ) : (
        <ModelCards models={query.models} label={t('wizard.models.label')} onChoose={onChoose} />
      )}
      {query.hasNextPage && (
        <LoadMore
          shown={query.models?.length ?? 0}
          total={query.total}
          hasMore
          loading={query.isFetchingNextPage}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
    </>
  )
}
