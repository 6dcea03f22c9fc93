import type { Schema } from '../../../../platform/schema/schema.ts'
import { type ListingOf, left, sealed } from './listed.ts'

type MendingTable = Extract<keyof Schema & string, `alert_${string}` | `repair_${string}` | 'staff_devices'>

/** Who is notified of incidents, and what mends itself. */
export const mendingTables = {
  alert_channels: {
    name: 'alert-channels',
    what: 'where incidents are notified beside people',
    secret: { sealed },
  },
  alert_rules: { name: 'alert-rules', what: 'who is notified of which incidents' },
  alert_watches: { left: left.queue },
  alert_tellings: { name: 'alert-tellings', what: 'who was notified of an incident' },
  staff_devices: { left: left.login },
  repair_rules: { name: 'repair-rules', what: 'what mends itself at stations of incidents' },
  repair_switch: { name: 'repair-switch', what: 'whether repairs may run' },
  repair_counts: { left: left.queue },
  repair_turns: { left: left.queue },
  repair_attempts: {
    name: 'repair-attempts',
    what: 'a repair, or what a dry run would have done',
    own: ['station'],
  },
} as const satisfies ListingOf<MendingTable>
