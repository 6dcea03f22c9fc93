import type { Driver } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../api/network.ts'
import { Dash, Money } from '../../../ui/figures/quantity.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { driverName } from './driver-name.ts'
import { DriverState } from './driver-state.tsx'
import classes from './drivers.module.css'

interface DriversTableProps {
  drivers: Driver[] | undefined
  onOpen: (driver: Driver) => void
  empty: ReactNode
}

/** Drivers, with what decides whether they may charge. */
export function DriversTable({ drivers, onOpen, empty }: DriversTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('drivers.title')}
      columns={useColumns()}
      rows={drivers}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      skeletonRows={8}
      empty={empty}
      phoneRow={(driver) => (
        <DriverLink driver={driver} className={classes.phone!}>
          <ListRow
            top={driverName(driver)}
            bottom={contactOf(driver)}
            right={driver.balance === null ? null : <Money minor={driver.balance} unit />}
            rightBottom={<DriverState driver={driver} />}
          />
        </DriverLink>
      )}
    />
  )
}

const contactOf = ({ phone, email }: Driver): string => [phone, email].filter(Boolean).join(' · ')

function DriverLink({
  driver,
  className,
  children,
}: {
  driver: Driver
  className: string
  children: ReactNode
}) {
  return (
    <Link to="/drivers/$driverId" params={{ driverId: String(driver.id) }} className={className}>
      {children}
    </Link>
  )
}

function useColumns(): Column<Driver>[] {
  const { t } = useTranslation()
  const sign = { currency: network.currencySign }
  const none = <Dash label={t('common.noValue')} />
  return [
    {
      key: 'driver',
      grows: true,
      head: t('drivers.columns.driver'),
      cell: (driver) => (
        <TwoLines
          top={
            <DriverLink driver={driver} className={classes.name!}>
              {driverName(driver)}
            </DriverLink>
          }
          bottom={contactOf(driver)}
        />
      ),
    },
    {
      key: 'cards',
      head: t('drivers.columns.cards'),
      hideBelow: 'md',
      cell: ({ tokens: [first, ...more] }) =>
        first ? `${first.token}${more.length > 0 ? ` +${more.length}` : ''}` : none,
    },
    {
      key: 'paid',
      head: t('drivers.columns.savedCard'),
      hideBelow: 'lg',
      cell: ({ saved_card: card }) => (card ? [card.brand, card.last4].filter(Boolean).join(' ') : none),
    },
    { key: 'state', head: t('drivers.columns.state'), cell: (driver) => <DriverState driver={driver} /> },
    {
      key: 'debt',
      head: t('drivers.columns.debt', sign),
      align: 'right',
      cell: ({ debt }) => (debt > 0 ? <Money minor={debt} /> : none),
    },
    {
      key: 'balance',
      head: t('drivers.columns.balance', sign),
      align: 'right',
      cell: ({ balance }) => <Money minor={balance} />,
    },
  ]
}
