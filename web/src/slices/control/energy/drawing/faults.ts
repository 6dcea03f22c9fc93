import type { EnergyFault } from '@stationmaster/contract'
import { ApiError } from '../../../../api/calls/api-error.ts'

/** What the server has found wrong with a wiring that it refused to save. */
export function faultsOf(error: unknown): EnergyFault[] {
  if (!(error instanceof ApiError)) return []
  const { faults } = (error.details ?? {}) as { faults?: EnergyFault[] }
  return Array.isArray(faults) ? faults : []
}
