/**
 * Loaded before a program (`node --import`): counts the modules that it loads and the statements that it asks of its database, and
 * writes both when it is sent SIGUSR2.
 */
import { Session } from 'node:inspector'
import pg from 'pg'

let modules = 0
let statements = 0

const session = new Session()
session.connect()
session.on('Debugger.scriptParsed', ({ params: { url } }) => {
  if (url.startsWith('file:')) modules += 1
})
session.post('Debugger.enable')

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...args) {
  statements += 1
  return query.apply(this, args)
}

process.on('SIGUSR2', () => process.stdout.write(`counted ${modules} modules, ${statements} statements\n`))
