import { Session } from 'node:inspector'

/**
 * Gives the system back what is used no more, in one go: after work that is done once, such as the demo's past, the runtime would keep
 * its room for garbage as large as that work made it.
 */
export async function giveMemoryBack(): Promise<void> {
  const session = new Session()
  session.connect()
  await new Promise<void>((done, reject) => {
    session.post('HeapProfiler.collectGarbage', (error) => (error ? reject(error) : done()))
  })
  session.disconnect()
}
