import type { OrderWarning } from '@stationmaster/contract'
import {
  type Icon,
  IconClockExclamation,
  IconGauge,
  IconPlugConnectedX,
  IconUserQuestion,
} from '../../../ui/pictures/icons.ts'

/** The icon of each warning: about the connection, the card, the meter or the time. */
export const warningIcons: Record<OrderWarning, Icon> = {
  offline: IconPlugConnectedX,
  lost: IconPlugConnectedX,
  unowned: IconUserQuestion,
  other_token: IconUserQuestion,
  implausible_energy: IconGauge,
  energy_unknown: IconGauge,
  late_start: IconClockExclamation,
  clock: IconClockExclamation,
  signature_wrong: IconGauge,
  signed_differs: IconGauge,
  cost_differs: IconGauge,
}

/** Whether a warning is about the meter: then the amount waits for a review, and is not wrong. */
export const isMeterDoubt = (warning: string | null): boolean =>
  warning === 'implausible_energy' ||
  warning === 'energy_unknown' ||
  warning === 'signature_wrong' ||
  warning === 'signed_differs' ||
  warning === 'cost_differs'
