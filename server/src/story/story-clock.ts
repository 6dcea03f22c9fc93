import type { Clock } from '../platform/clock.ts'

/** A clock that a story can move; it runs on from where it was put. */
export class StoryClock implements Clock {
  private aheadMs = 0
  now(): Date {
    return new Date(Date.now() + this.aheadMs)
  }
  forward(ms: number): void {
    this.aheadMs += ms
  }
}
