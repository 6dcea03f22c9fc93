import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A place in the network to fetch a file from and to bring files to. */
export interface FileHost {
  url: string
  /** what was brought, by path */
  brought: Map<string, string>
  close(): void
}

export async function openFileHost(): Promise<FileHost> {
  const brought = new Map<string, string>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    if (request.method !== 'GET') brought.set(request.url ?? '', body)
    response.end('firmware')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    brought,
    close: () => server.close(),
  }
}
