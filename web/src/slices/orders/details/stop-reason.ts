import { useTranslation } from 'react-i18next'

/** Reasons of OCPP 1.6 and 2.0.1 and our own for an order that got no transaction or lost its station. */
const stopReasons = [
  'DeAuthorized',
  'EmergencyStop',
  'EnergyLimitReached',
  'EVDisconnected',
  'GroundFault',
  'HardReset',
  'ImmediateReset',
  'Local',
  'LocalOutOfCredit',
  'Lost',
  'MasterPass',
  'Other',
  'OvercurrentFault',
  'PowerLoss',
  'PowerQuality',
  'Reboot',
  'Remote',
  'SOCLimitReached',
  'SoftReset',
  'StoppedByEV',
  'TimeLimitReached',
  'Timeout',
  'UnlockCommand',
  'canceled_by_operator',
  'connector_taken',
  'no_transaction',
  'start_rejected',
] as const
type StopReason = (typeof stopReasons)[number]

const isStopReason = (word: string): word is StopReason => (stopReasons as readonly string[]).includes(word)

/** Says why a session stopped in the shown language; a reason that nobody knows stays as it is. */
export function useStopReason(): (word: string) => string {
  const { t } = useTranslation()
  return (word) => (isStopReason(word) ? t(`order.stopReason.${word}`) : word)
}
