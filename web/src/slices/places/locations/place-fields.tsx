import { Checkbox, Switch } from '@mantine/core'
import { placeFeatures } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import classes from './form.module.css'
import type { SettingsValues } from './settings/settings-values.ts'

type PlaceValues = Pick<SettingsValues, 'free_parking' | 'height_limit_cm' | 'features'>

interface PlaceFieldsProps {
  values: PlaceValues
  onChange: (change: Partial<PlaceValues>) => void
  /** what is wrong with the height */
  error: string | undefined
}

/** Fields about a location that drivers want to know before they come. */
export function PlaceFields({ values, onChange, error }: PlaceFieldsProps) {
  const { t } = useTranslation()
  const { features, free_parking, height_limit_cm: height } = values
  return (
    <div className={classes.form}>
      <Switch
        label={t('locations.fields.free_parking')}
        checked={free_parking}
        onChange={(event) => onChange({ free_parking: event.currentTarget.checked })}
      />
      <NumberField
        label={t('locations.place.height')}
        placeholder={t('locations.place.anyHeight')}
        value={height ?? ''}
        onChange={(typed) => onChange({ height_limit_cm: typed === '' ? null : typed })}
        min={100}
        max={1000}
        suffix={` ${t('units.cm')}`}
        error={error}
        w={220}
      />
      <Checkbox.Group
        label={t('locations.place.features')}
        value={features}
        onChange={(chosen) =>
          onChange({ features: placeFeatures.filter((feature) => chosen.includes(feature)) })
        }
      >
        <div className={classes.features}>
          {placeFeatures.map((feature) => (
            <Checkbox key={feature} value={feature} label={t(`enums.placeFeature.${feature}`)} />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  )
}
