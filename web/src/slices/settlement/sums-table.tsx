import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../api/network.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Energy, Money } from '../../ui/quantity.tsx'
import { addUp, type Sums } from './folded.ts'
import classes from './statement.module.css'

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
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const sign = { currency: network.currencySign }
  const toggle = (key: string) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" data-wide>
              {t('settlement.columns.sessions')}
            </th>
            <th scope="col" data-wider>
              {t('settlement.columns.energy')}
            </th>
            <th scope="col" data-wide>
              {t('settlement.columns.amount', sign)}
            </th>
            <th scope="col" data-wider>
              {t('settlement.columns.commission', sign)}
            </th>
            <th scope="col" data-wider>
              {t('settlement.columns.fee', sign)}
            </th>
            <th scope="col" data-wider>
              {t('settlement.columns.compensation', sign)}
            </th>
            <th scope="col">{t('settlement.columns.due', sign)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.key}>
              <FoldedRow row={row} open={open.has(row.key)} onToggle={() => toggle(row.key)} />
              {open.has(row.key) &&
                row.inner?.map((one) => (
                  <tr key={one.key} data-inner>
                    <th scope="row">{one.name}</th>
                    <Cells of={one.sums} />
                  </tr>
                ))}
            </Fragment>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{t('settlement.total')}</th>
              <Cells of={addUp(rows.map(({ sums }) => sums))} />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function FoldedRow({ row, open, onToggle }: { row: SumsRow; open: boolean; onToggle: () => void }) {
  if (!row.inner)
    return (
      <tr>
        <th scope="row">{row.name}</th>
        <Cells of={row.sums} />
      </tr>
    )
  return (
    <tr data-opens onClick={onToggle}>
      <th scope="row">
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <IconChevronRight size={16} stroke={1.75} className={classes.chevron} aria-hidden="true" />
          <span>{row.name}</span>
        </UnstyledButton>
      </th>
      <Cells of={row.sums} />
    </tr>
  )
}

function Cells({ of }: { of: Sums }) {
  const format = useFormat()
  return (
    <>
      <td data-wide>{format.number(of.session_count)}</td>
      <td data-wider>
        <Energy wh={of.energy} light />
      </td>
      <td data-wide>
        <Money minor={of.amount} />
      </td>
      <td data-wider>
        <Money minor={of.bank_commission} />
      </td>
      <td data-wider>
        <Money minor={of.agent_fee} />
      </td>
      <td data-wider>
        <Money minor={of.compensation} />
      </td>
      <td>
        <Money minor={of.due_amount} />
      </td>
    </>
  )
}
