import type { TakeoverSystem } from '@stationmaster/contract'
import { citrine } from './citrine/citrine.ts'
import { csv } from './csv/csv.ts'
import { sap } from './sap/sap.ts'
import type { Source } from './source.ts'
import { steve } from './steve/steve.ts'

/** The systems that can be taken over; another one is a folder beside theirs, and a line here. */
export const sources: Readonly<Record<TakeoverSystem, Source>> = { steve, citrine, sap, csv }
