import { createRequire } from 'node:module'

/** A client of OCPP-J that is not ours; it validates what it sends and what it gets. */
export interface ForeignClient {
  /** Rejects where the server answers with a CALLERROR. */
  call(action: string, payload: object): Promise<Record<string, unknown>>
  /** `force`: cuts the socket, as a network does that fails. */
  close(options?: { force?: boolean }): Promise<unknown>
}

// its types ask for every option, its code has defaults for them
const { RPCClient } = createRequire(import.meta.url)('ocpp-rpc') as {
  RPCClient: new (options: object) => ForeignClient & { connect(): Promise<unknown> }
}

/** Connects a station to a server's address (http://...), once: what follows a lost socket is for the story to tell. */
export async function connectForeign(
  url: string,
  protocol: string,
  { id, password }: { id: string; password: string },
): Promise<ForeignClient> {
  const client = new RPCClient({
    endpoint: `${url.replace('http', 'ws')}/ocpp`,
    identity: id,
    password,
    protocols: [protocol],
    strictMode: true,
    reconnect: false,
  })
  await client.connect()
  return client
}
