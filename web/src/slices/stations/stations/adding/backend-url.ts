/** The backend websocket URL: that of the server's public address, else of the page's own. */
export function backendUrl(configured: string | null, page: { protocol: string; host: string }): string {
  return configured ?? `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ocpp`
}

/** Whether only this computer can reach an address. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
}
