/**
 * The server as `main.ts` runs it, with a clock that browser stories move: its channel brings how many milliseconds, and what is due
 * then has been done when the answer goes back.
 */
import { run } from '../../program.ts'
import { StoryClock } from './story-clock.ts'

const clock = new StoryClock()
const server = await run(process.env, process.argv.slice(2), clock)
process.on('message', (ms: number) => {
  clock.forward(ms)
  void Promise.all([
    server.idleCars.lookAtAll(),
    server.plans.charges.runDue(),
    server.incidents.look(),
  ]).then(() => process.send?.(ms))
})
