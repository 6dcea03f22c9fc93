import { Load } from '../stations/load.ts'
import type { LoadSpec } from '../stations/load-spec.ts'

// A process of its own, so that the stations never share the server's event loop. It receives what to set up, then 'go'; it
// sends 'ready', then 'over' at the end of a window, then its results. The process that started it ends it.
let load: Load | undefined

process.on('disconnect', () => process.exit(1))
process.on('message', async (message: LoadSpec | 'go') => {
  if (message === 'go') {
    await load?.run(() => process.send?.('over'))
    const result = load?.result()
    await load?.close()
    process.send?.(result)
  } else {
    load = new Load(message)
    await load.setUp()
    process.send?.('ready')
  }
})
