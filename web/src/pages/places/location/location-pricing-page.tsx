import { getRouteApi } from '@tanstack/react-router'
import { PriceHistory } from '../../../slices/places/tariffs/price-history.tsx'
import { TariffPanel } from '../../../slices/places/tariffs/tariff-panel.tsx'
import { OrderLink } from '../../charging/order-link.tsx'
import classes from './location-pricing-page.module.css'

const route = getRouteApi('/app/locations/$locationId')

/** What a location's connectors cost, did cost and will cost. */
export function LocationPricingPage() {
  const id = Number(route.useParams().locationId)
  return (
    <div className={classes.columns}>
      <TariffPanel locationId={id} orderLink={(order) => <OrderLink id={order} />} />
      <PriceHistory locationId={id} />
    </div>
  )
}
