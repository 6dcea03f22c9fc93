import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { usageOf } from '../processes/proc.ts'

/** MiB that the server may need beside what it has while it makes a file of every session. */
const mostMib = 150
const longestMs = 30 * 60_000
/** Longer than the year of the sessions. */
const longMs = 2 * 366 * 86_400_000

/** Has a file of every session made in the background, and says how much more memory the server needed meanwhile. */
export async function measureExport(
  url: string,
  api: string,
  headers: Record<string, string>,
  pid: number,
): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const before = usageOf(pid).rssKib
    const begun = performance.now()
    const now = Date.now()
    const period = { from: new Date(now - longMs).toISOString(), to: new Date(now).toISOString() }
    const answer = await fetch(`${api}/exports`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ what: 'orders', format: 'xlsx', ...period }),
    })
    if (!answer.ok) throw new Error(`export: ${answer.status} ${await answer.text()}`)
    let highest = before
    for (;;) {
      await pause(100)
      highest = Math.max(highest, usageOf(pid).rssKib)
      const { rows } = await client.query('select 1 from exports where made_at is not null')
      if (rows.length > 0) break
      if (performance.now() - begun > longestMs) throw new Error('The export was not made.')
    }
    const { rows } = await client.query('select sum(length(bytes)) / 1048576.0 as mib from export_parts')
    const more = (highest - before) / 1024
    const seconds = (performance.now() - begun) / 1000
    const met = more <= mostMib
    console.log(
      `\nexport of all orders: ${seconds.toFixed(0)} s, a file of ${Number(rows[0].mib).toFixed(0)} MiB, ${more.toFixed(0)} MiB more memory, at most ${mostMib}: ${met ? 'met' : 'MISSED'}`,
    )
    return met
  } finally {
    await client.end()
  }
}
