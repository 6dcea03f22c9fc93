/** What the sessions of a driver of a fleet come to. */
export interface DriverLine {
  /** null: of no known driver any more */
  driverId: number | null
  name: string
  sessions: number
  energyWh: number
  amountMinor: number
}

/**
 * The lines of a fleet's next invoice: what its sessions have come to by the end of the month, less what earlier invoices have billed.
 * So what a station reports after its month was invoiced stands on the next invoice, and nothing stands on two.
 */
export function linesOf(byNow: readonly DriverLine[], billed: readonly DriverLine[]): DriverLine[] {
  const before = new Map<number | null, Omit<DriverLine, 'name' | 'driverId'>>()
  for (const { driverId, sessions, energyWh, amountMinor } of billed) {
    const sum = before.get(driverId)
    before.set(driverId, {
      sessions: (sum?.sessions ?? 0) + sessions,
      energyWh: (sum?.energyWh ?? 0) + energyWh,
      amountMinor: (sum?.amountMinor ?? 0) + amountMinor,
    })
  }
  return byNow
    .map((line) => ({
      ...line,
      sessions: line.sessions - (before.get(line.driverId)?.sessions ?? 0),
      energyWh: line.energyWh - (before.get(line.driverId)?.energyWh ?? 0),
      amountMinor: line.amountMinor - (before.get(line.driverId)?.amountMinor ?? 0),
    }))
    .filter(({ sessions, amountMinor }) => sessions !== 0 || amountMinor !== 0)
}

export const totalOf = (lines: readonly DriverLine[]) =>
  lines.reduce(
    (sum, { sessions, energyWh, amountMinor }) => ({
      sessions: sum.sessions + sessions,
      energyWh: sum.energyWh + energyWh,
      amountMinor: sum.amountMinor + amountMinor,
    }),
    { sessions: 0, energyWh: 0, amountMinor: 0 },
  )

/** A fleet is warned when this part of its limit is used, in percent. */
const warnedPercent = 80

/** Whether so much of a limit is used that its fleet is warned. */
export const isNearlyUsed = (usedMinor: number, limitMinor: number | null): boolean =>
  limitMinor !== null && usedMinor * 100 >= limitMinor * warnedPercent
