import { seedNetwork } from './seed-network.ts'
import { overClient } from './seeding.ts'

const url = process.argv[2] ?? process.env.DATABASE_URL
if (!url) throw new Error('node bench/dist/seeding/seed.js DATABASE_URL')
await overClient(url, seedNetwork)
