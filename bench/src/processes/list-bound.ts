import Fastify from 'fastify'
import pg from 'pg'

// The bounds of lists: bare queries through the same HTTP stack and driver. Of a page: fifty rows by primary key; nothing is decided, joined or counted.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

app.get<{ Querystring: { from: string; of?: string } }>('/stations', async ({ query }) => {
  const { from, of = 'SEED-' } = query
  const ids = Array.from({ length: 50 }, (_, i) => `${of}${String(Number(from) + i).padStart(5, '0')}`)
  const { rows } = await pool.query('select * from stations where id = any($1::text[])', [ids])
  return rows
})

// The bound of a history: a hundred frames of one station before a place, by the one index.
app.get<{ Querystring: { at: string; id: string } }>('/frames', async ({ query }) => {
  const { rows } = await pool.query(
    `select * from frames where station_id = 'HISTORY' and at <= $1 and (at, id) < ($1, $2)
    order by at desc, id desc limit 100`,
    [query.at, query.id],
  )
  return rows
})

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.on('disconnect', () => process.exit(0))
