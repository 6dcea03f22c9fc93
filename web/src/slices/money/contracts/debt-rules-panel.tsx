import { Switch } from '@mantine/core'
import { contract, type DebtRule, debtRuleBody } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { today } from '../../../api/days.ts'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import { TermsDialog } from './terms-dialog.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { debtRulesQuery } from './terms-query.ts'

/** From which debt on drivers do not charge any more. */
export function DebtRulesPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const from = ({ from_amount }: DebtRule) => format.money(from_amount)
  const word = ({ refuses }: DebtRule) => t(`contracts.debts.${refuses ? 'refused' : 'letPass'}`)
  return (
    <TermsPanel
      title={t('contracts.debts.title')}
      about={t('contracts.debts.about')}
      add={t('contracts.debts.add')}
      empty={t('contracts.debts.empty')}
      query={useQuery(debtRulesQuery)}
      nameOf={word}
      figureOf={(row) => (row.refuses ? from(row) : '')}
      columns={[
        { key: 'refuses', head: t('contracts.debts.who'), grows: true, cell: word },
        {
          key: 'from',
          head: t('contracts.debts.from'),
          align: 'right',
          cell: (row) => (row.refuses ? from(row) : t('common.noValue')),
        },
      ]}
      form={(row, onClose) => <DebtRuleForm row={row} onClose={onClose} />}
    />
  )
}

function DebtRuleForm({ row, onClose }: { row: DebtRule | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useCheckedForm(debtRuleBody, {
    refuses: row?.refuses ?? true,
    from_amount: row?.from_amount ?? (10_000 as number | ''),
    valid_from: row?.valid_from ?? today(),
  })
  const { from_amount, refuses } = form.values
  return (
    <TermsDialog
      title={t(row ? 'contracts.debts.change' : 'contracts.debts.add')}
      since={form.text('valid_from')}
      data={form.data}
      save={(body: NonNullable<typeof form.data>, idempotency) =>
        row
          ? request(contract.contracts.changeDebtRule, { params: { id: row.id }, body, idempotency })
          : request(contract.contracts.addDebtRule, { body, idempotency })
      }
      onClose={onClose}
    >
      <Switch
        label={t('contracts.debts.refuses')}
        checked={refuses}
        onChange={(event) => form.change({ refuses: event.currentTarget.checked })}
      />
      {refuses && (
        <NumberField
          label={t('contracts.debts.fromField', { currency: network.currencySign })}
          description={t('contracts.debts.fromHint')}
          value={from_amount === '' ? '' : from_amount / 100}
          onChange={(amount) => form.change({ from_amount: amount === '' ? '' : Math.round(amount * 100) })}
          min={0.01}
          max={1_000_000}
          decimals={2}
          required
        />
      )}
    </TermsDialog>
  )
}
