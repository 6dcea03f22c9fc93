import { Button } from '@mantine/core'
import type { Station } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../api/api-error.ts'
import { useManager } from '../api/session.ts'
import { stationNumber } from '../i18n/format.ts'
import { OrderLiveValues } from '../slices/orders/details/order-live-values.tsx'
import { ConnectorPanel } from '../slices/stations/details/connector-panel.tsx'
import { Refusal } from '../slices/stations/details/remote-control.tsx'
import { ResetButton, useReset } from '../slices/stations/details/reset-button.tsx'
import { StationPanel } from '../slices/stations/details/station-panel.tsx'
import { stationQuery } from '../slices/stations/details/station-query.ts'
import { StationSkeleton } from '../slices/stations/details/station-skeleton.tsx'
import { TechnicalPanel } from '../slices/stations/details/technical-panel.tsx'
import { TariffPanel } from '../slices/tariffs/tariff-panel.tsx'
import { CommandAnswer } from '../ui/command-answer.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { OrderLink } from './order-link.tsx'
import classes from './station-page.module.css'

/** One station: what it is, its connectors, and the remote control of each. */
export function StationPage() {
  const { t } = useTranslation()
  const { stationId } = useParams({ from: '/app/charge-points/$stationId/information' })
  const query = useQuery(stationQuery(stationId))
  const reset = useReset(stationId)
  const station = query.data
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('station.title', { number: station ? stationNumber(station.number) : '' })}
        facts={station ? factsOf(station) : ' '}
        actions={station?.can.reset && <ResetButton station={station} reset={reset} />}
        backTo="/charge-points"
      />
      {reset.isSuccess && (
        <CommandAnswer good onClose={reset.reset}>
          {reset.data === 'Accepted' ? t('station.answer.accepted') : reset.data}
        </CommandAnswer>
      )}
      {reset.isError && <Refusal error={reset.error} onClose={reset.reset} />}
      {station ? (
        <Body station={station} />
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <StationSkeleton />
      )}
    </div>
  )
}

const factsOf = ({ location_city, location_street, location_name, vendor_name, model }: Station) =>
  [
    [location_city, location_street].filter(Boolean).join(', ') || location_name,
    `${vendor_name} ${model}`,
  ].join(' · ')

function Body({ station }: { station: Station }) {
  const { t } = useTranslation()
  const role = useManager()?.role
  const seesOrders = role === 'administrator' || role === 'operator'
  const connectors = station.evses.flatMap((evse) => evse.connectors)
  const linkTo = (orderId: number, text: string) =>
    seesOrders ? (
      <Link to="/orders/$orderId/information" params={{ orderId: String(orderId) }} className={classes.link!}>
        {text}
      </Link>
    ) : (
      text
    )
  return (
    <div className={classes.columns}>
      <div className={classes.side}>
        <StationPanel station={station} />
        {(role === 'administrator' || role === 'manager') && (
          <TariffPanel
            locationId={station.location_id}
            monetized={station.monetized}
            orderLink={(id) => <OrderLink id={id} />}
            more={
              <Link
                to="/locations/$locationId/pricing"
                params={{ locationId: String(station.location_id) }}
                className={classes.link!}
              >
                {t('tariffs.panel.history')}
              </Link>
            }
          />
        )}
        {station.technical && <TechnicalPanel station={station} technical={station.technical} />}
      </div>
      <div className={classes.connectors}>
        {connectors.map((connector, index) => (
          <ConnectorPanel
            key={connector.id}
            stationId={station.id}
            connector={connector}
            number={index + 1}
            linkTo={linkTo}
            order={
              seesOrders &&
              connector.open_order_id !== null && <OrderLiveValues orderId={connector.open_order_id} />
            }
          />
        ))}
      </div>
    </div>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  if (codeOf(error) !== 'station.not_found') return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState
      drawing="search"
      title={t('station.missing')}
      action={
        <Button variant="default" component={Link} to="/charge-points">
          {t('station.toList')}
        </Button>
      }
    />
  )
}
