import type { Clock } from '../../platform/general/clock.ts'

/** A clock that a story can move; it runs on from where it was put. */
export class StoryClock implements Clock {
  private aheadMs = 0

  /** `moved` gets how far the clock is put forward each time. */
  constructor(private readonly moved: (ms: number) => void = () => {}) {}

  now(): Date {
    return new Date(Date.now() + this.aheadMs)
  }
  forward(ms: number): void {
    this.aheadMs += ms
    this.moved(ms)
  }
}
