import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Energy, Money } from '../../../ui/figures/quantity.tsx'
import { type FoldingColumn, FoldingTable, useFolds } from '../../../ui/tables/folding-table.tsx'
import { addUp, type Sums } from './folded.ts'

export interface SumsRow {
  key: string
  name: ReactNode
  sums: Sums
  /** what it folds; it opens then */
  inner?: SumsRow[]
}

interface SumsTableProps {
  label: string
  /** what a row is */
  head: string
  rows: SumsRow[]
}

/** What of each amount is whose, with the sum below; rows that fold others open. */
export function SumsTable({ label, head, rows }: SumsTableProps) {
  const { t } = useTranslation()
  const [open, toggle] = useFolds()
  const seen = rows.flatMap(({ key, name, sums, inner }) => [
    { key, name, row: sums, depth: 0 as const, folds: inner !== undefined },
    ...(open.has(key) ? (inner ?? []) : []).map((one) => ({
      key: `${key} ${one.key}`,
      name: one.name,
      row: one.sums,
      depth: 1 as const,
    })),
  ])
  const total = { name: t('settlement.total'), row: addUp(rows.map(({ sums }) => sums)) }
  return (
    <FoldingTable
      label={label}
      head={head}
      columns={useColumns()}
      rows={seen}
      open={open}
      onToggle={toggle}
      total={rows.length > 1 ? total : undefined}
    />
  )
}

function useColumns(): FoldingColumn<Sums>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const sign = { currency: network.currencySign }
    const money = (
      name: 'amount' | 'commission' | 'fee' | 'compensation' | 'due',
      minor: (of: Sums) => number,
      more: Partial<FoldingColumn<Sums>>,
    ): FoldingColumn<Sums> => ({
      key: name,
      head: t(`settlement.columns.${name}`, sign),
      cell: (of) => <Money minor={minor(of)} />,
      ...more,
    })
    return [
      {
        key: 'sessions',
        head: t('settlement.columns.sessions'),
        cell: (of) => format.number(of.session_count),
        hideBelow: 'narrow',
      },
      {
        key: 'energy',
        head: t('settlement.columns.energy'),
        cell: (of) => <Energy wh={of.energy} light />,
        hideBelow: 'middle',
      },
      money('amount', (of) => of.amount, { hideBelow: 'narrow' }),
      money('commission', (of) => of.bank_commission, { hideBelow: 'middle' }),
      money('fee', (of) => of.agent_fee, { hideBelow: 'middle' }),
      money('compensation', (of) => of.compensation, { hideBelow: 'middle' }),
      money('due', (of) => of.due_amount, { strong: true }),
    ]
  }, [t, format])
}
