import { Button } from '@mantine/core'
import type { Location, Manager, Station } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { OwnRequest } from '../../../slices/partners/owners/own-request.tsx'
import { EmailState } from '../../../slices/people/managers/email-state.tsx'
import { useLocations } from '../../../slices/places/locations/list/location-list.ts'
import { useLocationStations } from '../../../slices/stations/stations/choosing/station-list.ts'
import { isUnpriced, useConnectorPrice } from '../../../slices/stations/stations/shared/connector-price.ts'
import classes from '../../../ui/forms/steps.module.css'
import { Step, Steps } from '../../../ui/forms/steps.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { AddLocationLink } from '../../places/locations/add-location-link.tsx'
import { AddStationLink } from '../../places/locations/add-station-link.tsx'

/** What a manager does to get from an account to the first session at a station of theirs. */
export function FirstSteps({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  const location = useFirstLocation()
  return (
    <Panel title={t('dashboard.start.title')}>
      <Steps>
        <Step done={manager.email_verified} title={t('dashboard.start.email')}>
          {!manager.email_verified && <EmailState manager={manager} />}
        </Step>
        <LocationStep location={location} />
        {location ? <StationSteps manager={manager} location={location} /> : <LaterSteps manager={manager} />}
      </Steps>
    </Panel>
  )
}

/** The location at which somebody begins: one with stations, where there is one. */
export function useFirstLocation(): Location | undefined {
  const locations = useLocations('', true).data?.items
  return locations?.find(({ number_of_stations }) => number_of_stations > 0) ?? locations?.[0]
}

export function LocationStep({ location }: { location: Location | undefined }) {
  const { t } = useTranslation()
  const help = useHelpConfig()
  const own = useManager()?.role === 'administrator'
  return (
    <Step done={location !== undefined} title={t('dashboard.start.location')}>
      {location ? (
        <Link
          to="/locations/$locationId/stations"
          params={{ locationId: String(location.id) }}
          className={classes.link!}
        >
          {location.name}
        </Link>
      ) : (
        <>
          {own
            ? t('dashboard.start.locationOwn')
            : t(help?.self_service ? 'dashboard.start.locationAdd' : 'dashboard.start.locationAsk')}
          {!own && help?.self_service === false && <OwnRequest />}
          {!own && help?.support_phone && ` ${t('dashboard.start.phone', { phone: help.support_phone })}`}
          <AddLocationLink />
        </>
      )}
    </Step>
  )
}

/** What follows once there is a location, as it is seen before. */
export function LaterSteps({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  return (
    <>
      <Step title={t('dashboard.start.station')}>{t('dashboard.start.stationText')}</Step>
      <Step title={t('dashboard.start.price')}>{t('dashboard.start.priceText')}</Step>
      {asksForPlan(manager) && <PlanStep manager={manager} />}
      <Step title={t('dashboard.start.charge')}>{t('dashboard.start.chargeText')}</Step>
    </>
  )
}

export function StationSteps({ manager, location }: { manager: Manager; location: Location }) {
  const { t } = useTranslation()
  const station = useLocationStations(location.id).stations?.[0]
  return (
    <>
      <Step done={station !== undefined} title={t('dashboard.start.station')}>
        {station ? (
          <Link
            to="/charge-points/$stationId/information"
            params={{ stationId: station.id }}
            className={classes.link!}
          >
            {`${stationNumber(station.number)} · ${station.vendor_name} ${station.model}`}
          </Link>
        ) : (
          <>
            {t('dashboard.start.stationText')}
            <AddStationLink locationId={String(location.id)} />
          </>
        )}
      </Step>
      <PriceStep location={location} station={station} />
      {location.owner_id === manager.id && asksForPlan(manager) && <PlanStep manager={manager} />}
      {location.needs_admission && location.owner_id === manager.id && <AdmissionStep location={location} />}
      <Step title={t('dashboard.start.charge')}>
        {t('dashboard.start.chargeText')}
        {station && (
          <Button
            renderRoot={(props) => (
              <Link
                {...props}
                to="/charge-points/$stationId/information"
                params={{ stationId: station.id }}
              />
            )}
          >
            {t('dashboard.start.chargeOpen')}
          </Button>
        )}
      </Step>
    </>
  )
}

/** Of managers, and not where the network asks for none: everything is Pro then, without a subscription. */
const asksForPlan = ({ role, plan_id, subscription_id }: Manager) =>
  role === 'manager' && (plan_id !== 'pro' || subscription_id !== null)

/** Stations earn under a plan of their owner. */
function PlanStep({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  const done = manager.plan_id === 'pro'
  return (
    <Step done={done} title={t('dashboard.start.plan')}>
      {!done && (
        <>
          {t('plan.freeText')}
          <Button component={Link} to="/settings/payments" variant="default">
            {t('dashboard.start.planOpen')}
          </Button>
        </>
      )}
    </Step>
  )
}

function PriceStep({ location, station }: { location: Location; station: Station | undefined }) {
  const { t } = useTranslation()
  const priceOf = useConnectorPrice()
  const connector = station?.evses[0]?.connectors[0]
  const priced = connector !== undefined && !isUnpriced(connector)
  return (
    <Step done={priced} title={t('dashboard.start.price')}>
      {station ? (
        <Link
          to="/locations/$locationId/pricing"
          params={{ locationId: String(location.id) }}
          className={classes.link!}
        >
          {priced ? priceOf(connector) : t('dashboard.start.priceOpen')}
        </Link>
      ) : (
        t('dashboard.start.priceText')
      )}
    </Step>
  )
}

/** Nothing is sold at what managers add themselves before the network lets them in; the location's page tells the steps. */
function AdmissionStep({ location }: { location: Location }) {
  const { t } = useTranslation()
  return (
    <Step title={t('owners.step.admit')}>
      {t('owners.locked')}
      <Link
        to="/locations/$locationId/stations"
        params={{ locationId: String(location.id) }}
        className={classes.link!}
      >
        {t('owners.seeSteps')}
      </Link>
    </Step>
  )
}
