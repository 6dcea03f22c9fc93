import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { Money } from '../../../ui/figures/quantity.tsx'
import type { Column } from '../../../ui/tables/data-table.tsx'

interface Compared {
  gross: number | null
  listed_gross: number | null
}

/** What our bills come to, and what the partner's list says. */
export function useAmountColumns(): Column<Compared>[] {
  const { t } = useTranslation()
  const sign = { currency: network.currencySign }
  return [
    {
      key: 'ours',
      head: t('comparison.columns.ours', sign),
      align: 'right',
      cell: ({ gross }) => <Money minor={gross} />,
    },
    {
      key: 'theirs',
      head: t('comparison.columns.theirs', sign),
      align: 'right',
      cell: ({ listed_gross: listed }) => <Money minor={listed} />,
    },
  ]
}
