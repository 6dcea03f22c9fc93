import { Button, Skeleton } from '@mantine/core'
import type { Fleet } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrivers } from '../../../slices/charging/drivers/driver-queries.ts'
import drivers from '../../../slices/charging/drivers/drivers.module.css'
import { DriversTable } from '../../../slices/charging/drivers/drivers-table.tsx'
import { FleetDialog } from '../../../slices/charging/drivers/fleets/fleet-dialog.tsx'
import { fleetQuery } from '../../../slices/charging/drivers/fleets/fleet-queries.ts'
import { FleetState } from '../../../slices/charging/drivers/fleets/fleets-table.tsx'
import { InvoicesPanel } from '../../../slices/charging/drivers/fleets/invoices-panel.tsx'
import { LoadMore } from '../../../ui/buttons/load-more.tsx'
import { Dash, Money } from '../../../ui/figures/quantity.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconPencil } from '../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from '../../frame/list-page.module.css'

const route = getRouteApi('/app/fleets/$fleetId')

/** One fleet: what it has used of its limit, its drivers and its invoices; for administrators. */
export function FleetPage() {
  const { t } = useTranslation()
  const id = Number(route.useParams().fleetId)
  const query = useQuery(fleetQuery(id))
  const [changing, setChanging] = useState(false)
  const fleet = query.data
  return (
    <div className={classes.page}>
      <PageHeader
        title={fleet?.name ?? t('drivers.fleets.one')}
        actions={
          fleet?.can.change && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} />}
              onClick={() => setChanging(true)}
            >
              {t('drivers.fleets.change')}
            </Button>
          )
        }
        backTo="/fleets"
      />
      {fleet ? (
        <>
          <About fleet={fleet} />
          <InvoicesPanel fleet={fleet} />
          <FleetDrivers id={id} />
        </>
      ) : (
        <Panel title={t('drivers.fleets.about')}>
          {query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton height={96} />
          )}
        </Panel>
      )}
      {changing && fleet && <FleetDialog fleet={fleet} onClose={() => setChanging(false)} />}
    </div>
  )
}

function About({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation()
  const none = <Dash label={t('common.noValue')} />
  const money = (minor: number | null) => (minor === null ? none : <Money minor={minor} unit />)
  return (
    <Panel title={t('drivers.fleets.about')}>
      <div className={drivers.facts}>
        <Facts>
          <Fact name={t('drivers.columns.state')}>
            <FleetState fleet={fleet} />
          </Fact>
          <Fact name={t('drivers.email')}>{fleet.email || none}</Fact>
          <Fact name={t('drivers.fleets.taxNumber')}>{fleet.tax_number || none}</Fact>
          <Fact name={t('drivers.fleets.contract')}>{fleet.contract_number || none}</Fact>
          <Fact name={t('drivers.fleets.address')}>{fleet.address || none}</Fact>
        </Facts>
        <Facts>
          <Fact name={t('drivers.fleets.usedNow')}>{money(fleet.used)}</Fact>
          <Fact name={t('drivers.fleets.held')}>{money(fleet.held)}</Fact>
          <Fact name={t('drivers.fleets.limitNow')}>{money(fleet.month_limit)}</Fact>
          <Fact name={t('drivers.fleets.owedNow')}>{money(fleet.owed)}</Fact>
        </Facts>
      </div>
    </Panel>
  )
}

function FleetDrivers({ id }: { id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useDrivers(undefined, id)
  return (
    <Panel title={t('drivers.title')} count={query.items && query.total} flush>
      {query.isError && !query.items ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <DriversTable
          drivers={query.items}
          onOpen={(driver) =>
            void navigate({ to: '/drivers/$driverId', params: { driverId: String(driver.id) } })
          }
          empty={<p className={drivers.empty}>{t('drivers.fleets.noDrivers')}</p>}
        />
      )}
      {query.items && query.items.length > 0 && <LoadMore shown={query.items.length} query={query} />}
    </Panel>
  )
}
