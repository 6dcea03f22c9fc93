import { get, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { networkSize } from '../seeding/seed-network.ts'

/** between two changes of a status somewhere in the network */
export const changeEveryMs = 200

export const agent = new HttpAgent({ keepAlive: true })

/** Reads an answer to its end, as it comes: unpacking it is the caller's time. */
export function read(
  url: string,
  headers: Record<string, string>,
): Promise<{ answer: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'gzip', ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.once('end', () => resolve({ answer, body: Buffer.concat(parts) }))
      answer.once('error', reject)
    }).once('error', reject)
  })
}

/** Changes the status of one connector after the other. */
export async function changeOn(client: pg.Client, ended: AbortSignal): Promise<void> {
  for (let nth = 0; !ended.aborted; nth += 1) {
    await client.query(
      `update connectors set ocpp_status = case ocpp_status when 'Available' then 'Charging' else 'Available' end
      where id = (select min(id) + $1 from connectors)`,
      [(nth * 97) % networkSize.connectors],
    )
    await pause(changeEveryMs)
  }
}
