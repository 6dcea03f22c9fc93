import type { Protocol } from '@stationmaster/ocpp'
import { Stage201 } from './stage201.ts'

/** A case's station that speaks OCPP 2.1. */
export class Stage21 extends Stage201 {
  override readonly protocol: Protocol = 'ocpp2.1'
}
