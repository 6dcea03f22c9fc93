import type { Location } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from './place-facts.module.css'

type Place = Pick<Location, 'cashback_percent' | 'free_parking' | 'height_limit_cm' | 'features'>

/** Features of a location for drivers; renders nothing when none are known. */
export function PlaceFacts({ place }: { place: Place }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { cashback_percent: cashback, free_parking, height_limit_cm: height, features } = place
  const facts = [
    ...(free_parking ? [t('locations.place.freeParking')] : []),
    ...(cashback > 0 ? [t('locations.place.cashback', { percent: format.number(cashback) })] : []),
    ...(height === null ? [] : [t('locations.place.upTo', { m: format.number(height / 100, 2) })]),
    ...features.map((feature) => t(`enums.placeFeature.${feature}`)),
  ]
  if (facts.length === 0) return null
  return (
    <ul className={classes.facts} aria-label={t('locations.place.title')}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}
