import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startOf } from '../../api/days.ts'
import { network } from '../../api/network.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { TwoLines } from '../../ui/data-table.tsx'
import { Energy, Money } from '../../ui/quantity.tsx'
import { amountOf, type LocationDay, type PaymentDay, revenueOf, totalOf } from './day-groups.ts'
import classes from './day-table.module.css'
import type { PaymentFilter } from './payment-list.ts'
import { PaymentRows } from './payment-rows.tsx'

interface DayTableProps {
  days: PaymentDay[]
  /** More of the last day may be still to come: its total is not shown yet. */
  lastIsWhole: boolean
  type: PaymentFilter | undefined
  /** An administrator opens the order behind a payment. */
  canOpen: boolean
}

/** Days with their locations; a location's row opens to its payments. */
export function DayTable({ days, lastIsWhole, type, canOpen }: DayTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const sign = { currency: network.currencySign }
  const toggle = (key: string) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t('payments.byDay')}>
        <thead>
          <tr>
            <th scope="col">{t('payments.columns.location')}</th>
            <th scope="col" data-wide>
              {t('payments.columns.sessions')}
            </th>
            <th scope="col" data-wide>
              {t('payments.columns.energy')}
            </th>
            <th scope="col" data-wider>
              {t('payments.columns.card', sign)}
            </th>
            <th scope="col" data-wider>
              {t('payments.columns.terminal', sign)}
            </th>
            <th scope="col" data-wider>
              {t('payments.columns.cash', sign)}
            </th>
            <th scope="col">{t('payments.columns.revenue', sign)}</th>
          </tr>
        </thead>
        {days.map(({ day, locations }, index) => {
          const whole = lastIsWhole || index < days.length - 1
          return (
            <tbody key={day}>
              <tr className={classes.day}>
                <th scope="rowgroup">{format.when(new Date(startOf(day)), 'longDay')}</th>
                {whole ? <Sums of={totalOf(locations)} /> : <td colSpan={6} />}
              </tr>
              {locations.map((group) => {
                const key = `${day} ${group.location.id}`
                return (
                  <Fragment key={key}>
                    <GroupRow group={group} open={open.has(key)} onToggle={() => toggle(key)} />
                    {open.has(key) && <PaymentRows group={group} type={type} canOpen={canOpen} />}
                  </Fragment>
                )
              })}
            </tbody>
          )
        })}
      </table>
    </div>
  )
}

interface GroupRowProps {
  group: LocationDay
  open: boolean
  onToggle: () => void
}

function GroupRow({ group, open, onToggle }: GroupRowProps) {
  const { location } = group
  return (
    <tr className={classes.group} onClick={onToggle}>
      <td>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <IconChevronRight size={16} stroke={1.75} className={classes.chevron} aria-hidden="true" />
          <TwoLines
            top={location.name}
            bottom={[location.city, location.street].filter(Boolean).join(', ')}
          />
        </UnstyledButton>
      </td>
      <Sums of={group} />
    </tr>
  )
}

function Sums({ of }: { of: Pick<LocationDay, 'count' | 'energyWh' | 'amounts'> }) {
  const format = useFormat()
  return (
    <>
      <td data-wide>{format.number(of.count)}</td>
      <td data-wide>
        <Energy wh={of.energyWh} light />
      </td>
      <td data-wider>
        <Money minor={amountOf(of, 'card', 'account')} />
      </td>
      <td data-wider>
        <Money minor={amountOf(of, 'terminal')} />
      </td>
      <td data-wider>
        <Money minor={amountOf(of, 'cash')} />
      </td>
      <td className={classes.revenue}>
        <Money minor={revenueOf(of)} />
      </td>
    </>
  )
}
