import type { CentralLink } from '@stationmaster/ocpp'

/** What commands need of a station's connection, whichever server holds it. */
export type StationLink = Pick<
  CentralLink,
  'stationId' | 'protocol' | 'namesConnectors' | 'connectionId' | 'command' | 'close'
>
