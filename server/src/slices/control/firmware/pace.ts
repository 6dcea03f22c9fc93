/** beats after something has happened at each of which is a look, and how many from one to the next later */
const [busyBeats, idleBeats] = [30, 5]

/**
 * How often roll-outs are looked at: at each beat while something happens, which brings the next thing soon, and at every fifth else, for
 * one may wait for days.
 */
export class LookPace {
  #quiet = 0

  /** Notes that something has happened. */
  hurry(): void {
    this.#quiet = 0
  }

  /** Whether there is a look at the beat that comes now. */
  beat(): boolean {
    this.#quiet += 1
    return this.#quiet <= busyBeats || this.#quiet % idleBeats === 0
  }
}
