import { type ChildProcess, spawn } from 'node:child_process'
import { webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TillMode } from '@stationmaster/payment-sandbox'
import { dayOf } from '@stationmaster/units'
import type { EncryptedCard } from '../../../slices/money/providers/port.ts'

const cli = fileURLToPath(new URL('../../../../../payment-sandbox/dist/cli.js', import.meta.url))
const key = 'a key for stories only'

/** The payment sandbox in a process of its own, which a story may kill and start again on the same book. */
export class SandboxProcess {
  private child: ChildProcess | undefined
  private aheadMs = 0
  url = ''
  private readonly folder = mkdtempSync(join(tmpdir(), 'sandbox-'))

  /** What a server needs to know of it. */
  get env(): Record<string, string> {
    return {
      PAYMENT_PROVIDER: 'sandbox',
      PAYMENT_SANDBOX_URL: this.url,
      PAYMENT_SANDBOX_KEY: key,
      PAYMENT_TIMEOUT_SECONDS: '3',
    }
  }

  async start(): Promise<void> {
    if (!existsSync(cli)) throw new Error('the payment sandbox is not built')
    const port = this.url === '' ? '0' : new URL(this.url).port
    const options = ['--port', port, '--folder', this.folder, '--slow-ms', '6000', '--late-ms', '1500']
    this.child = spawn(process.execPath, [cli, ...options], {
      // by the clock of the run too
      env: { ...process.env, PAYMENT_SANDBOX_KEY: key },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    for await (const line of createInterface(this.child.stdout!)) {
      const [, url] = /^The payment sandbox is ready at (\S+)$/.exec(line) ?? []
      if (!url) continue
      this.url = url
      this.forward(0)
      return
    }
  }

  /** Lets time pass for it as for the server: a notice that is minutes off is refused. */
  forward(ms: number): void {
    this.aheadMs += ms
    this.child?.send(this.aheadMs)
  }

  /** Puts its clock where the network's is; from there each is put forward by itself. */
  setTo(now: Date): void {
    this.forward(now.getTime() - Date.now() - this.aheadMs)
  }

  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = once(this.child, 'exit')
    this.child.kill(signal)
    await gone
  }

  async remove(): Promise<void> {
    await this.end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** A payment as the sandbox itself tells it. */
  async payment(ref: string): Promise<{ state: string; held: number; captured: number; refunded: number }> {
    return (await this.ask(`payments/${ref}`)) as never
  }

  /** Every payment that it knows, by our name for it. */
  async payments(): Promise<
    { id: string; order_ref: string; state: string; captured: number; refunded: number; created_at: string }[]
  > {
    return (await this.ask('payments?from=2020&to=2100')) as never
  }

  /** Changes something behind our back. */
  async change(path: string, body: object): Promise<void> {
    const answer = await fetch(`${this.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }

  /** Has the till behave so. */
  async tellTill(mode: TillMode): Promise<void> {
    await this.change('till', { mode })
  }

  /** Every receipt that the till has registered. */
  async receipts(): Promise<
    { key: string; kind: 'income' | 'income_return'; total: number; document: string }[]
  > {
    return (await this.ask('receipts')) as never
  }

  /** Forgets a card that was saved, as its bank does that has blocked it. */
  async forget(methodRef: string): Promise<void> {
    await fetch(`${this.url}/v1/methods/${methodRef}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': crypto.randomUUID() },
    })
  }

  /** Answers the bank's question as the driver does. */
  async answer(pageUrl: string, form: Record<string, string>): Promise<Response> {
    return fetch(pageUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  }

  private async ask(path: string): Promise<unknown> {
    const answer = await fetch(`${this.url}/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
    return answer.json()
  }
}

/** A card as a browser encrypts it with the provider's public key. */
export async function encryptedCard(publicKey: string, number: string, code = '123'): Promise<EncryptedCard> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const spki = Buffer.from(publicKey, 'base64')
  const imported = await webcrypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  const encrypt = async (text: string) =>
    Buffer.from(await webcrypto.subtle.encrypt(algorithm, imported, Buffer.from(text))).toString('base64')
  return {
    encryptedCardNumber: await encrypt(number),
    encryptedSecurityCode: await encrypt(code),
    expirationMonth: 12,
    expirationYear: Number(dayOf(new Date(), 'Europe/Moscow').slice(0, 4)) + 2,
  }
}
