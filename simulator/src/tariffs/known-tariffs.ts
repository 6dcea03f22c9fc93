import type { Payload } from '../link/payload.ts'

interface Installed {
  tariff: Payload
  fromMs: number
}

/** The tariffs that a station has been given for its EVSEs (2.1 part 2, I07 and I10). */
export class KnownTariffs {
  private readonly byEvse = new Map<number, Installed[]>()

  /** A tariff of an EVSE replaces what holds there from then on; one that holds from later on stays. */
  put(evse: number, tariff: Payload, nowMs: number): void {
    const fromMs = tariff.validFrom === undefined ? nowMs : Date.parse(String(tariff.validFrom))
    const kept = this.ofEvse(evse, nowMs).filter((one) =>
      fromMs <= nowMs ? one.fromMs > nowMs : one.fromMs !== fromMs,
    )
    this.byEvse.set(
      evse,
      [...kept, { tariff, fromMs }].sort((a, b) => a.fromMs - b.fromMs),
    )
  }

  /** The tariff of a session that begins now. */
  current(evse: number, nowMs: number): Payload | null {
    return this.ofEvse(evse, nowMs).findLast(({ fromMs }) => fromMs <= nowMs)?.tariff ?? null
  }

  has(id: unknown, nowMs: number): boolean {
    return this.all(nowMs).some(({ tariff }) => tariff.tariffId === id)
  }

  all(nowMs: number): { evse: number; tariff: Payload }[] {
    return [...this.byEvse.keys()].flatMap((evse) =>
      this.ofEvse(evse, nowMs).map(({ tariff }) => ({ evse, tariff })),
    )
  }

  /** Takes tariffs away: of an EVSE or all, with these ids or all; answers those that were there. */
  remove(meant: { evse?: number; ids?: readonly string[] }, nowMs: number): string[] {
    const isMeant = (evse: number, { tariffId }: Payload) =>
      (meant.evse === undefined || meant.evse === evse) && (meant.ids?.includes(String(tariffId)) ?? true)
    const gone = this.all(nowMs).filter(({ evse, tariff }) => isMeant(evse, tariff))
    // one that another has replaced does not come back with the other's removal
    for (const evse of this.byEvse.keys())
      this.byEvse.set(
        evse,
        this.ofEvse(evse, nowMs).filter(({ tariff }) => !isMeant(evse, tariff)),
      )
    return [...new Set(gone.map(({ tariff }) => String(tariff.tariffId)))]
  }

  /** Without those that others have replaced meanwhile. */
  private ofEvse(evse: number, nowMs: number): Installed[] {
    const installed = this.byEvse.get(evse) ?? []
    const ruling = installed.findLast(({ fromMs }) => fromMs <= nowMs)
    return installed.filter((one) => one === ruling || one.fromMs > nowMs)
  }
}
