import { Button } from '@mantine/core'
import { contract, type ServiceType } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { RowDeeds } from '../../../ui/buttons/row-deeds.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconPlus } from '../../../ui/pictures/icons.ts'
import { ServiceIcon } from '../../../ui/pictures/service-icon.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './services.module.css'
import { serviceTypesQuery, useServicesChanged } from './services-query.ts'
import { TypeDialog } from './type-dialog.tsx'

type OpenOfType = { what: 'change' | 'remove'; type: ServiceType }
type Open = { what: 'add' } | OpenOfType | null

/** The kinds of services that locations choose from. */
export function TypesPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery(serviceTypesQuery)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const columns = useTypeColumns(setOpen)
  const add = (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => setOpen({ what: 'add' })}
    >
      {t('services.types.add')}
    </Button>
  )
  return (
    <Panel title={t('services.types.title')} count={query.data?.length} flush actions={add}>
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t('services.types.title')}
          columns={columns}
          rows={query.data}
          rowKey={({ id }) => id}
          skeletonRows={4}
          empty={
            <EmptyState
              drawing="calm"
              title={t('services.types.empty')}
              text={t('services.types.emptyText')}
              action={add}
            />
          }
          phoneRow={(type) => (
            <ListRow
              top={type.name}
              bottom={t('services.types.soldAt', { count: type.locations, n: format.number(type.locations) })}
              right={<ServiceIcon name={type.icon} size={22} />}
              rightBottom={<TypeButtons type={type} onOpen={setOpen} />}
            />
          )}
        />
      )}
      {open?.what === 'add' && <TypeDialog type={null} onClose={close} />}
      {open?.what === 'change' && <TypeDialog type={open.type} onClose={close} />}
      {open?.what === 'remove' && <RemoveTypeDialog type={open.type} onClose={close} />}
    </Panel>
  )
}

function useTypeColumns(onOpen: (open: OpenOfType) => void): Column<ServiceType>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const namesOf = ({ names }: ServiceType) => [...new Set(Object.values(names))].join(' · ')
  return [
    {
      key: 'icon',
      head: t('services.types.icon'),
      silent: true,
      width: 52,
      cell: ({ icon }) => <ServiceIcon name={icon} size={22} />,
    },
    {
      key: 'name',
      head: t('services.types.name'),
      grows: true,
      cell: (type) => <TwoLines top={type.name} bottom={type.description || namesOf(type)} />,
    },
    {
      key: 'locations',
      head: t('services.types.locations'),
      align: 'right',
      cell: ({ locations }) => format.number(locations),
    },
    {
      key: 'act',
      head: t('services.types.act'),
      silent: true,
      width: 84,
      align: 'right',
      cell: (type) => <TypeButtons type={type} onOpen={onOpen} />,
    },
  ]
}

/** Opens the dialogs of one type. */
function TypeButtons({ type, onOpen }: { type: ServiceType; onOpen: (open: OpenOfType) => void }) {
  const { t } = useTranslation()
  const { name } = type
  return (
    <RowDeeds
      change={{
        label: t('services.types.changeOf', { name }),
        onClick: () => onOpen({ what: 'change', type }),
      }}
      remove={{
        label: t('services.types.removeOf', { name }),
        onClick: () => onOpen({ what: 'remove', type }),
      }}
    />
  )
}

function RemoveTypeDialog({ type, onClose }: { type: ServiceType; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useChange({
    mutationFn: (_: object) => request(contract.services.removeType, { params: { id: type.id } }),
    onSuccess: onClose,
    onSettled: useServicesChanged(),
  })
  return (
    <FormDialog
      title={t('services.types.removeOf', { name: type.name })}
      action={t('services.remove.action')}
      hurts
      body={{}}
      change={remove}
      onClose={onClose}
    >
      <p className={classes.text}>{t('services.types.removeText')}</p>
    </FormDialog>
  )
}
