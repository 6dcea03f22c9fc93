/**
 * Resolves as the work does; rejects once it has kept us waiting for so many milliseconds. A process that was busy, or was not let
 * run, has its timers first and what has come meanwhile only afterwards: that is read before anybody is called late.
 */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const tell = () => reject(new Error(`no answer within ${ms} ms`))
    // what has come is read between the two
    timer = setTimeout(() => setImmediate(() => setImmediate(tell)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
