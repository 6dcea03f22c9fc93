import { Button } from '@mantine/core'
import { contract, type StationModel } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { wellKnown } from '../../../slices/stations/stations/models/library.ts'
import { ModelCards, type OwnModel } from '../../../slices/stations/stations/models/model-cards.tsx'
import { useModelList } from '../../../slices/stations/stations/models/model-list.ts'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconPlus } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SearchField } from '../../../ui/tables/search-field.tsx'
import classes from './add-station-page.module.css'

interface ModelStepProps {
  search: string | undefined
  onSearch: (text: string) => void
  onCreate: () => void
  onChange: (model: OwnModel) => void
  onChoose: (model: StationModel) => void
}

/** Step 0: the network's models and well-known ones to choose from, and a way to describe a new one. */
export function ModelStep({ search, onSearch, onCreate, onChange, onChoose }: ModelStepProps) {
  const { t } = useTranslation()
  const query = useModelList(search)
  const { models } = query
  const known = models || query.isError ? wellKnown(search, models ?? []) : []
  return (
    <>
      <div className={classes.toolbar}>
        <SearchField
          className={classes.search}
          value={search ?? ''}
          onSearch={onSearch}
          placeholder={t('wizard.models.search')}
        />
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onCreate}>
          {t('wizard.models.create')}
        </Button>
      </div>
      {query.isError && !models ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        models?.length !== 0 && <NetworkModels models={models} onChoose={onChoose} onChange={onChange} />
      )}
      {query.hasNextPage && <LoadMore shown={models?.length ?? 0} query={query} />}
      {known.length > 0 && (
        <section className={classes.known}>
          <h2 className={classes.heading}>{t('wizard.models.known')}</h2>
          <p className={classes.hint}>{t('wizard.models.knownHint')}</p>
          <ModelCards models={known} label={t('wizard.models.known')} onChoose={onChoose} />
        </section>
      )}
      {models?.length === 0 && known.length === 0 && (
        <EmptyState
          drawing="search"
          title={t('wizard.models.emptyFiltered', { search })}
          text={t('wizard.models.emptyText')}
        />
      )}
    </>
  )
}

type NetworkModelsProps = Pick<ModelStepProps, 'onChange' | 'onChoose'> & {
  models: StationModel[] | undefined
}

function NetworkModels({ models, onChange, onChoose }: NetworkModelsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [deleting, setDeleting] = useState<OwnModel | null>(null)
  const remove = useChange({
    mutationFn: ({ id }: OwnModel) => request(contract.stationModels.remove, { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['station-models'] }),
  })
  return (
    <>
      {remove.isError && <FormError error={remove.error} />}
      <ModelCards
        models={models}
        label={t('wizard.models.label')}
        onChoose={onChoose}
        onChange={onChange}
        onDelete={setDeleting}
      />
      <ConfirmDialog
        opened={deleting !== null}
        title={t('wizard.models.deleteTitle', {
          model: deleting ? `${deleting.vendor_name} ${deleting.model}` : '',
        })}
        text={t('wizard.models.deleteText')}
        action={t('wizard.models.delete')}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      />
    </>
  )
}
