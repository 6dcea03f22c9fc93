/** A nats-server that was started for a measurement. */
interface Nats {
  url: string
  end(): Promise<void>
}

const provided: { startNats(): Promise<Nats> } = await import(
  /* @vite-ignore */ new URL('../../../scripts/lib/provide/nats.mjs', import.meta.url).href
)

/** Starts Debian's nats-server, which must be installed. */
export const startNats = (): Promise<Nats> => provided.startNats()
