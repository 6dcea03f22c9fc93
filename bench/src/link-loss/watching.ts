import pg from 'pg'

/** What waits and what there is at one time. */
export interface Sample {
  atMs: number
  /** by queue: jobs that are due or under way, deliveries, notifications, messages without a body */
  queues: Record<string, number>
  /** how many of all have waited for longer than a moment */
  late: number
  /** incidents that were ever made, and those that are not closed */
  made: number
  open: number
  /** stations that go wrong by an incident */
  members: number
}

const everyMs = 1000
/** what is taken up within so long does not wait */
const lateSeconds = 5

const queues = `
  select queue, count(*)::int as count, (count(*) filter (where since < now() - interval '${lateSeconds} s'))::int as late from (
    select 'job ' || name as queue, greatest(created_on, start_after) as since from pgboss.job
      where state < 'completed' and start_after <= now()
    union all select 'deliveries ' || channel, created_at from deliveries where state <> 'dead'
    union all select 'notifications', due_at from alert_tellings where due_at <= now()
    union all select 'webhooks without a body', created_at from webhook_messages where state = 'new') waiting
  group by queue`

const counts = `
  select (select count(*) from incidents)::int as made, (select count(*) from incidents where state <> 'closed')::int as open,
    (select count(*) from incident_members where until is null)::int as members`

/** Looks at the database once a second. */
export class Watching {
  readonly samples: Sample[] = []
  private timer: NodeJS.Timeout | undefined
  private isLooking = false

  private constructor(private readonly client: pg.Client) {}

  static async open(url: string): Promise<Watching> {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    await client.connect()
    const watching = new Watching(client)
    watching.timer = setInterval(() => void watching.look().catch(() => undefined), everyMs)
    return watching
  }

  async look(): Promise<Sample> {
    const last = this.samples.at(-1)
    if (this.isLooking && last) return last
    this.isLooking = true
    try {
      const { rows } = await this.client.query<{ queue: string; count: number; late: number }>(queues)
      const { rows: found } = await this.client.query<Omit<Sample, 'atMs' | 'queues' | 'late'>>(counts)
      const own = Object.fromEntries(rows.map(({ queue, count }) => [queue, count]))
      const late = rows.reduce((sum, row) => sum + row.late, 0)
      // the statement answers one row
      const sample = { atMs: performance.now(), queues: own, late, ...found[0]! }
      this.samples.push(sample)
      return sample
    } finally {
      this.isLooking = false
    }
  }

  async rows<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
    return (await this.client.query<T>(text)).rows
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.client.end()
  }

  /** The most that waited in a queue within a stretch, by queue. */
  mostOf(from: number, to: number): Record<string, number> {
    const most: Record<string, number> = {}
    for (const { atMs, queues: own } of this.samples)
      if (atMs >= from && atMs < to)
        for (const [queue, count] of Object.entries(own)) most[queue] = Math.max(most[queue] ?? 0, count)
    return most
  }
}
