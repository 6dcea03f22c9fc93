import { Button, Skeleton } from '@mantine/core'
import { contract, type PartnerContract, type RoamingPartner } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { startOf, today } from '../../../../api/days.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow } from '../../../../ui/tables/data-table.tsx'
import { contractsQuery, useReloadRoaming } from '../partner-queries.ts'
import classes from '../partners.module.css'
import { AddContractDialog } from './add-contract-dialog.tsx'

/** What a partner and we have agreed on by day; contracts are added, ended, or removed before they begin. */
export function ContractsPanel({ partner: { id } }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const query = useQuery(contractsQuery(id))
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<PartnerContract | null>(null)
  const close = useCloseContract(id)
  const columns = useColumns(setEnding)
  const removes = ending?.can.remove === true
  const words = removes ? 'remove' : 'end'
  return (
    <Panel
      title={t('roaming.contracts.title')}
      flush
      actions={
        query.data?.can.add && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t('roaming.contracts.add')}
          </Button>
        )
      }
    >
      {close.isError && <FormError error={close.error} />}
      {query.data ? (
        <DataTable
          label={t('roaming.contracts.title')}
          columns={columns}
          rows={query.data.contracts}
          rowKey={(one) => one.id}
          empty={<p className={classes.empty}>{t('roaming.contracts.none')}</p>}
          phoneRow={(one) => <ContractRow one={one} onClose={setEnding} />}
        />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={72} />
      )}
      {isAdding && query.data && (
        <AddContractDialog partnerId={id} agreed={query.data} onClose={() => setAdding(false)} />
      )}
      <ConfirmDialog
        opened={ending !== null}
        title={t(`roaming.contracts.${words}Of`)}
        text={t(`roaming.contracts.${words}Text`)}
        action={t(`roaming.contracts.${words}`)}
        onConfirm={() => ending && close.mutate(ending)}
        onClose={() => setEnding(null)}
      />
    </Panel>
  )
}

/** Ends a contract with today, or removes it where it has not begun. */
function useCloseContract(id: number) {
  const reload = useReloadRoaming()
  return useChange({
    mutationFn: async ({ id: contractId, can }: PartnerContract, idempotency) => {
      const params = { id, contractId }
      if (can.remove) await request(contract.partnerContracts.remove, { params, idempotency })
      else await request(contract.partnerContracts.end, { params, body: { last_day: today() }, idempotency })
    },
    onSuccess: reload,
  })
}

interface ContractProps {
  one: PartnerContract
  onClose: (one: PartnerContract) => void
}

function ContractRow({ one, onClose }: ContractProps) {
  const { t } = useTranslation()
  return (
    <ListRow
      top={<Days of={one} />}
      bottom={
        <>
          <Prices of={one} /> · {t(`roaming.contracts.vats.${one.vat}`)}
        </>
      }
      right={t(`roaming.contracts.states.${one.state}`)}
      rightBottom={<CloseButton one={one} onClose={onClose} />}
    />
  )
}

function useColumns(onClose: (one: PartnerContract) => void): Column<PartnerContract>[] {
  const { t } = useTranslation()
  return [
    { key: 'days', head: t('roaming.contracts.days'), cell: (one) => <Days of={one} /> },
    { key: 'prices', head: t('roaming.contracts.prices'), grows: true, cell: (one) => <Prices of={one} /> },
    { key: 'vat', head: t('roaming.contracts.vat'), cell: ({ vat }) => t(`roaming.contracts.vats.${vat}`) },
    {
      key: 'state',
      head: t('roaming.columns.state'),
      cell: ({ state }) => t(`roaming.contracts.states.${state}`),
    },
    { key: 'close', head: '', align: 'right', cell: (one) => <CloseButton one={one} onClose={onClose} /> },
  ]
}

function CloseButton({ one, onClose }: ContractProps) {
  const { t } = useTranslation()
  if (!one.can.end) return null
  return (
    <Button size="compact-xs" variant="subtle" onClick={() => onClose(one)}>
      {t(one.can.remove ? 'roaming.contracts.remove' : 'roaming.contracts.end')}
    </Button>
  )
}

function Days({ of: { valid_from: from, valid_to: to } }: { of: PartnerContract }) {
  const { t } = useTranslation()
  const format = useFormat()
  const day = (one: string) => format.when(new Date(startOf(one)), 'day')
  return to === null
    ? t('roaming.contracts.since', { from: day(from) })
    : t('roaming.contracts.between', { from: day(from), to: day(to) })
}

function Prices({ of: { charging, percent, tariff, rate, start_fee: fee } }: { of: PartnerContract }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (charging === 'public') return t('roaming.contracts.chargings.public')
  if (charging === 'percent')
    return t(percent > 0 ? 'roaming.contracts.dearer' : 'roaming.contracts.cheaper', {
      percent: Math.abs(percent),
    })
  return [
    ...(tariff === null ? [] : [t('drivers.groups.perKwh', { amount: format.money(tariff) })]),
    ...(rate ? [t('drivers.groups.perMinute', { amount: format.money(rate) })] : []),
    ...(fee ? [t('drivers.groups.perStart', { amount: format.money(fee) })] : []),
  ].join(' + ')
}
