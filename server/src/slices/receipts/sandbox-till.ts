import { z } from 'zod'
import { askProvider } from '../providers/call.ts'
import { ProviderRefusal, ProviderUnknown } from '../providers/port.ts'
import type { SandboxDoor } from '../providers/sandbox.ts'
import type { FiscalMark, RegisterRequest, Till } from './port.ts'

const receiptSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending') }),
  z.object({
    state: z.literal('done'),
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

  constructor(
    private readonly door: SandboxDoor,
    private readonly timeoutMs: number,
  ) {}

  async register({ key, content }: RegisterRequest): Promise<FiscalMark | null> {
    const { url, key: apiKey } = this.door
    if (url === null) throw new ProviderUnknown('the sandbox does not run')
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    const { kind, settlement, totalMinor: total, seller, customer, lines } = content
    // member by member: what was read from the database has another order, and the same key must say the same
    const body = JSON.stringify({
      ...{ kind, settlement, total, customer },
      seller: {
        ...{ name: seller.name, inn: seller.inn, address: seller.address, tax_system: seller.taxSystem },
      },
      lines: lines.map(({ name, amountMinor, vatBp, vatMinor, supplier }) => ({
        ...{ name, amount: amountMinor, vat_bp: vatBp, vat: vatMinor },
        supplier: supplier && { name: supplier.name, inn: supplier.inn },
      })),
    })
    const answer = await askProvider(`${url}/v1/receipts`, { method: 'POST', headers, body }, this.timeoutMs)
    if (answer.status >= 400)
      throw new ProviderRefusal(
        z.object({ code: z.string() }).safeParse(answer.body).data?.code ?? `status_${answer.status}`,
      )
    const told = receiptSchema.parse(answer.body)
    if (told.state === 'pending') return null
    return {
      ...{ documentNumber: told.document, driveNumber: told.drive, fiscalSign: told.sign },
      ...{ registeredAt: new Date(told.registered_at), url: told.url },
    }
  }
}
