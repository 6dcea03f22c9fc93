/** The backend websocket URL: that of the server's public address, else of the page's own. */
export function backendUrl(told: string | null, page: { protocol: string; host: string }): string {
  return told ?? `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ocpp`
}

/** Whether nothing but this computer reaches an address. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
}
