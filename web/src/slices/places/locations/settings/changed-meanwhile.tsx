import type { LocationChanges } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import classes from '../form.module.css'

interface ChangedMeanwhileProps {
  changes: LocationChanges
  loading: boolean
  onReload: () => void
}

const known = [
  'name',
  'owner_id',
  'country',
  'city',
  'street',
  'postal_code',
  'time_zone',
  'cashback_percent',
  'free_parking',
  'height_limit_cm',
  'features',
  'listed',
  'silence_minutes',
  'local_lists',
  'silent_partner',
  'service_price_most',
  'opening_hours',
] as const

/** A person, and the API key that a program has used in their name. */
const whoOf = ({ first_name, last_name, email, key }: NonNullable<LocationChanges[number]['by']>): string =>
  [`${first_name} ${last_name}`.trim() || email, ...(key === null ? [] : [key])].join(' · ')

/** Shows who has saved what since the form was opened, and lets the user continue without losing typed values. */
export function ChangedMeanwhile({ changes, loading, onReload }: ChangedMeanwhileProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const wordsOf = (fields: string[]) => {
    const words = known
      .filter((field) => fields.includes(field))
      .map((field) => t(`locations.fields.${field}`))
    return (fields.includes('lat') ? [...words, t('locations.fields.coordinates')] : words).join(', ')
  }
  return (
    <section className={classes.failure} role="alert">
      <strong>{t('locations.meanwhile.title')}</strong>
      <ul className={classes.changes}>
        {changes.map(({ at, by, fields }) => (
          <li key={at + fields.join()}>
            {t('locations.meanwhile.change', {
              who: by ? whoOf(by) : t('locations.meanwhile.somebody'),
              when: format.when(new Date(at), 'dayTime'),
              fields: wordsOf(fields),
            })}
          </li>
        ))}
      </ul>
      <ChangeButton variant="default" size="xs" loading={loading} onClick={onReload}>
        {t('locations.meanwhile.reload')}
      </ChangeButton>
    </section>
  )
}
