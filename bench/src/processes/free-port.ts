const ports: { freePort(): Promise<number> } = await import(
  /* @vite-ignore */ new URL('../../../scripts/lib/provide/programs/free-port.mjs', import.meta.url).href
)

export const { freePort } = ports
