import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle } from '../../../../ui/pictures/icons.ts'
import { type Component, fastKw } from './ad-hoc.ts'

/** Says that drivers without an account may only pay by kWh where the connector is fast; the price can be set all the same. */
export function AdHocWarning({ components }: { components: readonly Component[] }) {
  const { t } = useTranslation()
  if (components.length === 0) return null
  return (
    <Alert color="orange" role="note" icon={<IconAlertTriangle size={18} stroke={1.75} />}>
      {t('tariffs.adHoc.text', {
        power: fastKw,
        components: components.map((name) => t(`tariffs.adHoc.${name}`)).join(', '),
      })}
    </Alert>
  )
}
