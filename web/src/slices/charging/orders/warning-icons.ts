import type { OrderWarning } from '@stationmaster/contract'
import {
  type Icon,
  IconClockExclamation,
  IconGauge,
  IconPlugConnectedX,
  IconUserQuestion,
} from '../../../ui/pictures/icons.ts'

/** What a session was flagged for: the contact, the card, the meter or the time. */
export const warningIcons: Record<OrderWarning, Icon> = {
  offline: IconPlugConnectedX,
  lost: IconPlugConnectedX,
  unowned: IconUserQuestion,
  other_token: IconUserQuestion,
  implausible_energy: IconGauge,
  energy_unknown: IconGauge,
  late_start: IconClockExclamation,
  clock: IconClockExclamation,
}

/** Whether a session was flagged for its meter: then its amount waits for a person, and is not wrong. */
export const isMeterDoubt = (warning: string | null): boolean =>
  warning === 'implausible_energy' || warning === 'energy_unknown'
