/**
 * Whether an address that a browser names is one of a push service that the network sends to. Others are refused: the server would
 * call whatever address a stranger names. `https://*.example.com` stands for every host below it.
 */
export function isOfService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { origin, host, protocol, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  return services.some((service) => {
    const [scheme = '', named = ''] = service.split('://')
    if (!named.startsWith('*.')) return origin === service
    return protocol === `${scheme}:` && host.endsWith(named.slice(1))
  })
}
