import { useTranslation } from 'react-i18next'

/** How severe an event is, from danger to debugging (2.0.1, SetVariableMonitoring). */
export const severities = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The name of a severity with its number, which manuals use. */
export function useSeverity(): (severity: number) => string {
  const { t } = useTranslation()
  return (severity) => {
    const known = severities.find((one) => one === String(severity))
    return known ? t(`readings.severity.${known}`) : String(severity)
  }
}
