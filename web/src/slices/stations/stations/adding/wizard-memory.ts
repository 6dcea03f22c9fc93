import type { StationModel } from '@stationmaster/contract'
import { useState } from 'react'

/** What the wizard of a location keeps over a reload: never the password. */
export interface WizardMemory {
  /** the model that was chosen */
  model: StationModel | null
  /** the station that was added and not yet put aside with OK */
  stationId: string | null
}

const nothing: WizardMemory = { model: null, stationId: null }
const keyOf = (locationId: number) => `stationmaster.add-station.${locationId}`

function read(locationId: number): WizardMemory {
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(keyOf(locationId)) ?? '{}') }
  } catch {
    return nothing
  }
}

/** What the wizard of a location holds, and how to hold something else. */
export function useWizardMemory(locationId: number) {
  const [memory, setMemory] = useState(() => read(locationId))
  const remember = (changes: Partial<WizardMemory>) => {
    const next = { ...memory, ...changes }
    setMemory(next)
    sessionStorage.setItem(keyOf(locationId), JSON.stringify(next))
  }
  return { memory, remember }
}

const passwords = new Map<string, string>()

/** Passwords of stations that were added in this tab: in memory only, until the wizard is left or the page is loaded again. */
export const shownPasswords = {
  get: (stationId: string): string | null => passwords.get(stationId) ?? null,
  set: (stationId: string, password: string) => void passwords.set(stationId, password),
  forget: (stationId: string) => void passwords.delete(stationId),
}
