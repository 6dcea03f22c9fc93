import type { Station } from '@stationmaster/contract'

/** How far a new station has come: no socket yet, a socket, a boot that was accepted; away: it was here and left. */
export type Phase = 'waiting' | 'connected' | 'accepted' | 'away'

export const phaseOf = ({ online, configured }: Pick<Station, 'online' | 'configured'>): Phase => {
  if (configured) return online ? 'accepted' : 'away'
  return online ? 'connected' : 'waiting'
}
