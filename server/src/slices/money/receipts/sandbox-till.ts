import { z } from 'zod'
import type { SandboxDoor } from '../providers/adapters/sandbox.ts'
import { askProvider } from '../providers/call.ts'
import { ProviderRefusal, ProviderUnknown } from '../providers/port.ts'
import type { RegisterRequest, Till, TillAnswer } from './port.ts'

const receiptSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending'), key: z.string() }),
  z.object({
    state: z.literal('done'),
    key: z.string(),
    document: z.string(),
    drive: z.string(),
    sign: z.string(),
    registered_at: z.iso.datetime(),
    url: z.url(),
  }),
])

/** The till of the payment sandbox (payment-sandbox/): its receipts have no validity. */
export class SandboxTill implements Till {
  readonly id = 'sandbox'
  readonly keyTtlSeconds = Number.MAX_SAFE_INTEGER
  readonly needsCustomer = false

  constructor(
    private readonly door: SandboxDoor,
    private readonly timeoutMs: number,
  ) {}

  async register({ key, content }: RegisterRequest): Promise<TillAnswer> {
    const { kind, settlement, totalMinor: total, seller, customer, lines } = content
    // member by member: what was read from the database has another order, and the same key must say the same
    const body = JSON.stringify({
      kind,
      settlement,
      total,
      customer,
      seller: { name: seller.name, inn: seller.inn, address: seller.address, tax_system: seller.taxSystem },
      lines: lines.map(({ name, amountMinor, vatBp, vatMinor, supplier }) => ({
        name,
        amount: amountMinor,
        vat_bp: vatBp,
        vat: vatMinor,
        supplier: supplier && { name: supplier.name, inn: supplier.inn },
      })),
    })
    return this.ask('receipts', { method: 'POST', body }, { 'idempotency-key': key })
  }

  read(ref: string): Promise<TillAnswer> {
    return this.ask(`receipts/${ref}`, { method: 'GET' })
  }

  private async ask(
    path: string,
    request: { method: string; body?: string },
    more: Record<string, string> = {},
  ): Promise<TillAnswer> {
    const { url, key } = this.door
    if (url === null) throw new ProviderUnknown('the sandbox does not run')
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more }
    const answer = await askProvider(`${url}/v1/${path}`, { ...request, headers }, this.timeoutMs)
    if (answer.status >= 400)
      throw new ProviderRefusal(
        z.object({ code: z.string() }).safeParse(answer.body).data?.code ?? `status_${answer.status}`,
      )
    const receipt = receiptSchema.parse(answer.body)
    if (receipt.state === 'pending') return { ref: receipt.key, mark: null }
    const { document: documentNumber, drive: driveNumber, sign: fiscalSign, url: page } = receipt
    const registeredAt = new Date(receipt.registered_at)
    return { ref: receipt.key, mark: { documentNumber, driveNumber, fiscalSign, registeredAt, url: page } }
  }
}
