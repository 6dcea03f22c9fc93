import Fastify from 'fastify'
import pg from 'pg'

// The bound of a page: fifty rows by primary key, through the same HTTP stack and driver; nothing is decided, joined or counted.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

app.get<{ Querystring: { from: string } }>('/stations', async ({ query }) => {
  const ids = Array.from({ length: 50 }, (_, i) => `SEED-${String(Number(query.from) + i).padStart(5, '0')}`)
  const { rows } = await pool.query('select * from stations where id = any($1::text[])', [ids])
  return rows
})

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.on('disconnect', () => process.exit(0))
