/** Reads something once for all who ask within a time. A reading that fails is kept for nobody. */
export class SharedReading<T> {
  #shared: Promise<T> | undefined

  constructor(
    private readonly load: () => Promise<T>,
    private readonly keptMs: number,
  ) {}

  read(): Promise<T> {
    if (this.#shared) return this.#shared
    const reading = this.load()
    this.#shared = reading
    const drop = () => {
      if (this.#shared === reading) this.#shared = undefined
    }
    reading.then(() => setTimeout(drop, this.keptMs).unref(), drop)
    return reading
  }
}
