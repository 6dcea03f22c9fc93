import { Text } from '@mantine/core'
import { contract, type IdleTerms, idleTermsBody } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { today } from '../../../api/days.ts'
import { IdleFields, idleFormOf } from '../../../ui/fields/idle-fields.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { TwoLines } from '../../../ui/tables/data-table.tsx'
import { useIdleWords } from '../../../ui/words/use-idle-words.ts'
import { TermsDialog } from './terms-dialog.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { idleTermsQuery } from './terms-query.ts'

interface IdlePanelProps {
  /** Chooses a location; of the page, which knows them. */
  locationPicker: (chosen: number | undefined, onChange: (id: number | undefined) => void) => ReactNode
}

/** What cars cost that stay connected after their charging has ended. */
export function IdlePanel({ locationPicker }: IdlePanelProps) {
  const { t } = useTranslation()
  const words = useIdleWords()
  const where = ({ location_name }: IdleTerms) => location_name ?? t('contracts.idle.network')
  return (
    <TermsPanel
      title={t('contracts.idle.title')}
      about={t('contracts.idle.about')}
      add={t('contracts.idle.add')}
      empty={t('contracts.idle.empty')}
      query={useQuery(idleTermsQuery)}
      nameOf={where}
      figureOf={words.price}
      columns={[
        {
          key: 'where',
          head: t('contracts.idle.where'),
          grows: true,
          cell: (row) => <TwoLines top={where(row)} bottom={words.details(row)} />,
        },
        { key: 'price', head: t('contracts.idle.costs'), align: 'right', cell: words.price },
      ]}
      form={(row, onClose) => <IdleForm row={row} locationPicker={locationPicker} onClose={onClose} />}
    />
  )
}

interface IdleFormProps extends IdlePanelProps {
  row: IdleTerms | null
  onClose: () => void
}

function IdleForm({ row, locationPicker, onClose }: IdleFormProps) {
  const { t } = useTranslation()
  const form = useCheckedForm(idleTermsBody, {
    location_id: row?.location_id ?? (null as number | null),
    ...idleFormOf(row),
    valid_from: row?.valid_from ?? today(),
  })
  const { values, change } = form
  return (
    <TermsDialog
      title={t(row ? 'contracts.idle.change' : 'contracts.idle.add')}
      since={form.text('valid_from')}
      data={form.data}
      save={(body: NonNullable<typeof form.data>, idempotency) => {
        const { location_id, ...fields } = body
        return row
          ? request(contract.contracts.changeIdleTerms, { params: { id: row.id }, body: fields, idempotency })
          : request(contract.contracts.addIdleTerms, { body: { ...fields, location_id }, idempotency })
      }}
      onClose={onClose}
    >
      {!row && (
        <>
          {locationPicker(values.location_id ?? undefined, (id) => change({ location_id: id ?? null }))}
          <Text size="xs" c="dimmed" mt={4} mb="xs">
            {t('contracts.idle.whereHint')}
          </Text>
        </>
      )}
      <IdleFields values={values} change={change} />
    </TermsDialog>
  )
}
