import { argv } from 'node:process'
import { PGlite } from '@electric-sql/pglite'

/** Makes an embedded database from nothing in the folder that is named, and ends. */
const database = await PGlite.create({ dataDir: argv[2] })
await database.close()
