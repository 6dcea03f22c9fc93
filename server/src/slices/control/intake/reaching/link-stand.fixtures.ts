import type { CentralLink, CommandOutcome, StationCommand } from '@stationmaster/ocpp'

/** What a station answers to every command. */
export const accepted: CommandOutcome = {
  kind: 'answered',
  answer: { status: 'Accepted' },
} as unknown as CommandOutcome

/** A socket of a station, for tests: notes what goes out, and answers at once or when a test says so. */
export class LinkStand {
  readonly sent: StationCommand[] = []
  readonly closed: string[] = []
  #waiting: ((outcome: CommandOutcome) => void)[] = []

  constructor(
    readonly stationId: string,
    readonly connectionId: string,
    private readonly isPrompt = true,
  ) {}

  command(command: StationCommand): Promise<CommandOutcome> {
    this.sent.push(command)
    if (this.isPrompt) return Promise.resolve(accepted)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(code: number, reason: string): void {
    this.closed.push(`${code} ${reason}`)
  }

  /** The station answers what it has got so far. */
  answer(outcome = accepted): void {
    for (const resolve of this.#waiting.splice(0)) resolve(outcome)
  }

  /** The part of a real one that is needed here. */
  get link(): CentralLink {
    return this as unknown as CentralLink
  }
}
