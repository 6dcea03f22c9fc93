import { getRouteApi } from '@tanstack/react-router'
import { PriceHistory } from '../../../slices/places/tariffs/price-history.tsx'
import { TariffPanel } from '../../../slices/places/tariffs/tariff-panel.tsx'
import { OrderLink } from '../../charging/order-link.tsx'
import classes from './location-pricing-page.module.css'

const route = getRouteApi('/app/locations/$locationId')

/** Present, past and planned prices of a location. */
export function LocationPricingPage() {
  const id = Number(route.useParams().locationId)
  return (
    <div className={classes.columns}>
      <TariffPanel locationId={id} orderLink={(order) => <OrderLink id={order} />} />
      <PriceHistory locationId={id} />
    </div>
  )
}
