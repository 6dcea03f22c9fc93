let offsetMs = 0

/** Learns how far this computer's clock is from the server's, from an answer's Date header (whole seconds). */
export function learnServerTime(dateHeader: string | null, receivedAt: number): void {
  if (!dateHeader) return
  const serverMs = Date.parse(dateHeader)
  if (Number.isNaN(serverMs)) return
  const measured = serverMs + 500 - receivedAt
  if (Math.abs(measured - offsetMs) > 1000) offsetMs = measured
}

/** The server's present instant in ms since the epoch, used wherever a running clock is shown. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
