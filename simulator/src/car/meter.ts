/** Power in W times time in ms is an exact integer of millijoules; this many make one Wh. */
export const millijoulesPerWh = 3_600_000

/** A register that only grows. It counts millijoules, so that nothing is lost between two readings. */
export interface Meter {
  readonly millijoules: number
}

/** A meter that shows a whole number of Wh. */
export function meterShowing(registerWh: number): Meter {
  return { millijoules: Math.max(0, Math.floor(registerWh)) * millijoulesPerWh }
}

/** What the register shows, whole Wh. */
export function registerWh(meter: Meter): number {
  return Math.floor(meter.millijoules / millijoulesPerWh)
}

/** The meter after some energy has flowed; a negative amount does not turn it back. */
export function counted(meter: Meter, millijoules: number): Meter {
  return millijoules > 0 ? { millijoules: meter.millijoules + Math.floor(millijoules) } : meter
}
