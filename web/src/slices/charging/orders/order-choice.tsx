import { Checkbox } from '@mantine/core'
import { createContext, useContext, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../ui/tables/data-table.tsx'
import type { PastOrder } from './order-list.ts'

interface Choice {
  ids: ReadonlySet<number>
  set: (ids: ReadonlySet<number>) => void
}

/** Checkboxes read the selection themselves, because a table draws its rows a moment after a click. */
export const OrderChoice = createContext<Choice>({ ids: new Set(), set: () => undefined })

/** The selected orders of a list; orders that are not shown any more are not selected. */
export function useOrderChoice(rows: readonly PastOrder[] | undefined) {
  const [ids, set] = useState<ReadonlySet<number>>(new Set())
  const choice = useMemo(() => ({ ids, set }), [ids])
  const chosen = (rows ?? []).flatMap(({ id }) => (ids.has(id) ? [id] : []))
  return { choice, chosen, clear: () => set(new Set()) }
}

/** The column with checkboxes to select orders. */
export function useChoiceColumn(rows: readonly PastOrder[] | undefined): Column<PastOrder> {
  const { t } = useTranslation()
  return {
    key: 'chosen',
    head: t('dashboard.history.choose'),
    width: 44,
    headCell: <AllBox ids={(rows ?? []).map(({ id }) => id)} />,
    cell: ({ id }) => <OneBox id={id} />,
  }
}

function AllBox({ ids: shown }: { ids: readonly number[] }) {
  const { t } = useTranslation()
  const { ids, set } = useContext(OrderChoice)
  const count = shown.filter((id) => ids.has(id)).length
  return (
    <Checkbox
      aria-label={t('dashboard.history.chooseAll')}
      checked={count > 0 && count === shown.length}
      indeterminate={count > 0 && count < shown.length}
      onChange={(event) => set(new Set(event.currentTarget.checked ? shown : []))}
    />
  )
}

function OneBox({ id }: { id: number }) {
  const { t } = useTranslation()
  const { ids, set } = useContext(OrderChoice)
  const change = (isChosen: boolean) =>
    set(new Set(isChosen ? [...ids, id] : [...ids].filter((other) => other !== id)))
  return (
    <Checkbox
      aria-label={t('dashboard.history.chooseOrder', { id })}
      checked={ids.has(id)}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
