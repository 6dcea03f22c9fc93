/** A nats-server that was started for a measurement. */
interface Nats {
  url: string
  /** on the same port, after an end */
  start(): Promise<void>
  end(signal?: NodeJS.Signals): Promise<void>
}

const provided: { startNats(): Promise<Nats> } = await import(
  /* @vite-ignore */ new URL('../../../scripts/lib/provide/programs/nats.mjs', import.meta.url).href
)

/** Starts Debian's nats-server, which must be installed. */
export const startNats = (): Promise<Nats> => provided.startNats()
