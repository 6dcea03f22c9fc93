import { performance } from 'node:perf_hooks'

/** Tells of a part of a long step that is done, of all that there is. */
export type Progress = (done: number, all: number) => void

/** What a start says of itself: each step with its time, long ones with a bar. */
export interface StartReport {
  /** Does a step and says how long it took; `name` may become another one at its end. Passes on what the work gives or throws. */
  step<T>(name: string, work: (progress: Progress, rename: (name: string) => void) => Promise<T>): Promise<T>
  line(text: string): void
}

const barWidth = 24
/** how often a bar is redrawn at most, and after which share a line is written where there is no terminal */
const drawnEveryMs = 100
const lineEveryShare = 0.25

/**
 * Writes to a stream. On a terminal a step is one line that changes; elsewhere it is a line at each quarter of a long step and at its end.
 * A step that fails writes no line there: the code that catches the error reports it in one line.
 */
export function startReport(
  out: Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean },
  now: () => number = () => performance.now(),
): StartReport {
  const live = out.isTTY === true
  const draw = (text: string) => void out.write(live ? `\r\x1b[2K${text}` : `${text}\n`)
  return {
    line: (text) => void out.write(`${text}\n`),
    async step(name, work) {
      const since = now()
      let [shown, shareShown, drawnAt] = [name, 0, Number.NEGATIVE_INFINITY]
      if (live) draw(`· ${name}`)
      const progress: Progress = (done, all) => {
        const share = all === 0 ? 1 : Math.min(1, done / all)
        if (live) {
          if (now() - drawnAt < drawnEveryMs) return
          drawnAt = now()
          draw(`· ${name} ${bar(share)} ${percent(share)}`)
        } else if (share - shareShown >= lineEveryShare && share < 1) {
          shareShown = share
          draw(`· ${name} ${bar(share)} ${percent(share)}`)
        }
      }
      const end = (sign: string) => {
        draw(`${sign} ${shown} ${seconds(now() - since)}`)
        if (live) out.write('\n')
      }
      try {
        const result = await work(progress, (other) => {
          shown = other
        })
        end('✓')
        return result
      } catch (error) {
        if (live) end('✗')
        throw error
      }
    },
  }
}

/** Says nothing: for those who start a server within another program. */
export const silentReport: StartReport = {
  step: (_name, work) =>
    work(
      () => undefined,
      () => undefined,
    ),
  line: () => undefined,
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const percent = (share: number): string => `${Math.floor(share * 100)} %`
const bar = (share: number): string => {
  const full = Math.floor(share * barWidth)
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`
}
