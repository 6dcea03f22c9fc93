import { useTranslation } from 'react-i18next'

/** What a rule may do, as people choose it. */
export const useModes = () => {
  const { t } = useTranslation()
  return (['off', 'dry_run', 'on'] as const).map((value) => ({ value, label: t(`repairs.mode.${value}`) }))
}
