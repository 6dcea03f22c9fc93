import { TextInput } from '@mantine/core'
import { contract, contractBody, type OwnerContract } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { today } from '../../../api/days.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { TwoLines } from '../../../ui/tables/data-table.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { contractsQuery } from './terms-query.ts'

interface ContractsPanelProps {
  /** Chooses an owner; of the page, which knows the people. */
  ownerPicker: (onChange: (id: number | null) => void) => ReactNode
}

/** Contracts of owners: number, INN and the agent's fee. */
export function ContractsPanel({ ownerPicker }: ContractsPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const fee = ({ agent_fee_percent }: OwnerContract) => format.number(agent_fee_percent, 2)
  return (
    <TermsPanel
      title={t('contracts.owners.title')}
      about={t('contracts.owners.about')}
      add={t('contracts.owners.add')}
      empty={t('contracts.owners.empty')}
      query={useQuery(contractsQuery)}
      nameOf={({ owner_name, number }) => `${owner_name}, ${number}`}
      figureOf={(row) => `${fee(row)} %`}
      columns={[
        {
          key: 'owner',
          head: t('contracts.columns.owner'),
          grows: true,
          cell: ({ owner_name, number }) => (
            <TwoLines top={owner_name} bottom={t('contracts.number', { number })} />
          ),
        },
        {
          key: 'inn',
          head: t('contracts.columns.inn'),
          hideBelow: 'md',
          cell: ({ inn }) => inn ?? t('common.noValue'),
        },
        { key: 'fee', head: t('contracts.columns.fee'), align: 'right', cell: fee },
      ]}
      form={(row, onClose) => <ContractForm row={row} ownerPicker={ownerPicker} onClose={onClose} />}
    />
  )
}

function ContractForm({
  row,
  ownerPicker,
  onClose,
}: ContractsPanelProps & { row: OwnerContract | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useCheckedForm(contractBody, {
    owner_id: row?.owner_id ?? (null as number | null),
    number: row?.number ?? '',
    inn: row?.inn ?? '',
    agent_fee_percent: row?.agent_fee_percent ?? ('' as number | ''),
    valid_from: row?.valid_from ?? today(),
  })
  return (
    <TermsDialog
      title={row ? t('contracts.owners.change', { name: row.owner_name }) : t('contracts.owners.add')}
      since={form.text('valid_from')}
      data={form.data}
      save={({ owner_id, ...body }: NonNullable<typeof form.data>, idempotency) =>
        row
          ? request(contract.contracts.change, { params: { id: row.id }, body, idempotency })
          : request(contract.contracts.add, { body: { ...body, owner_id }, idempotency })
      }
      onClose={onClose}
    >
      {!row && ownerPicker((owner_id) => form.change({ owner_id }))}
      <TextInput {...form.text('number')} label={t('contracts.columns.number')} required />
      <TextInput
        {...form.text('inn')}
        label={t('contracts.columns.inn')}
        description={t('contracts.innHint')}
        inputMode="numeric"
      />
      <NumberField
        label={t('contracts.columns.fee')}
        description={t('contracts.owners.feeHint')}
        value={form.values.agent_fee_percent}
        onChange={(agent_fee_percent) => form.change({ agent_fee_percent })}
        min={0}
        max={100}
        decimals={2}
        required
      />
    </TermsDialog>
  )
}
