import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drawKey, drawSecret, signedHeaders } from '../../../slices/operations/webhooks/sign.ts'

const page = readFileSync(new URL('../../../../../docs/programs/webhooks.md', import.meta.url), 'utf8')

/** Resolves with what a process has written once it contains a text. */
const untilWritten = (child: ChildProcess, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let written = ''
    const hear = (part: Buffer) => {
      written += part
      if (written.includes(text)) resolve(written)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('exit', () => reject(new Error(`It ended: ${written}`)))
  })

test('the receiver of docs/programs/webhooks.md takes what is signed, drops what is older, and refuses all else', async () => {
  const program = /```js\n([\s\S]+?)```/.exec(page)?.[1] ?? ''
  expect(program.split('\n').length).toBeLessThan(30)
  // beside the packages that it imports
  const folder = mkdtempSync(join(new URL('../../../../dist/', import.meta.url).pathname, 'receiver-'))
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, program)
  const secret = drawSecret()
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: '0', WEBHOOK_SECRET: secret },
  })
  onTestFinished(() => void child.kill())
  const port = /listening (\d+)/.exec(await untilWritten(child, 'listening'))?.[1]
  const send = async (version: number, signed = secret) => {
    const data = { object_type: 'order', object_id: '7', version, object: { version } }
    const body = JSON.stringify({ type: 'order.started', data })
    const headers = await signedHeaders({ key: drawKey(), at: new Date(), body }, [signed])
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status
  }
  const last = untilWritten(child, '"version":3')
  expect([await send(2), await send(1), await send(2, drawSecret()), await send(3)]).toEqual([
    204, 204, 401, 204,
  ])
  expect((await last).match(/order\.started order\/7 .*/g)).toEqual([
    'order.started order/7 {"version":2}',
    'order.started order/7 {"version":3}',
  ])
})
