import { cpSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** Runs the embedded database off the main thread: takes wire-protocol messages, answers with the server's bytes. */
const { dataDir, snapshot } = workerData
// to optimize its code as early as is usual takes a fifth of a start on a database that is there, and a thirteenth of a first one
setFlagsFromString('--wasm-tiering-budget=60000000')
const database = await PGlite.create({
  dataDir: dataDir ?? 'memory://',
  // one session needs no more: what it reads again comes out of the computer's own cache of files
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB'],
  ...(snapshot ? { loadDataDir: new Blob([snapshot]) } : {}),
})

parentPort.on('message', async ({ id, kind, bytes }) => {
  try {
    if (kind === 'dump') {
      const dumped = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
      parentPort.postMessage({ id, bytes: dumped }, [dumped.buffer])
    } else if (kind === 'copy') {
      cpSync(dataDir, Buffer.from(bytes).toString(), { recursive: true })
      parentPort.postMessage({ id })
    } else if (kind === 'shrink') {
      // the inspector, which has a call for it, does not answer in a worker
      setFlagsFromString('--expose-gc')
      runInNewContext('gc')()
      parentPort.postMessage({ id })
    } else if (kind === 'close') {
      await database.close()
      parentPort.postMessage({ id })
      parentPort.close()
    } else {
      const answer = await answerOf(bytes)
      parentPort.postMessage({ id, bytes: answer }, [answer.buffer])
    }
  } catch (error) {
    parentPort.postMessage({ id, error: String(error?.message ?? error) })
  }
})
parentPort.postMessage({ id: 0 })

/** The bytes that answer a message. The call of PGlite that gives them in one piece also reads them, and keeps every row for ever. */
async function answerOf(message) {
  const parts = []
  // a part lies in the database's own memory
  await database.execProtocolRawStream(message, { onRawData: (part) => parts.push(part.slice()) })
  if (parts.length === 1) return parts[0]
  const answer = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    answer.set(part, at)
    at += part.length
  }
  return answer
}
