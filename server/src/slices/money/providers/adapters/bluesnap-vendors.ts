import type { BusinessBody, Payout } from '@stationmaster/contract'
import { z } from 'zod'
import { type Consent, ProviderUnknown, type Vendors } from '../port.ts'
import type { Ask } from './bluesnap-shapes.ts'

/** What of a vendor is sent back when its payout is changed: Update Vendor wants country and e-mail, and the rest as it is. */
const text = z.string().optional()
const vendorSchema = z.object({
  email: z.string(),
  country: z.string(),
  name: text,
  firstName: text,
  lastName: text,
  phone: text,
  address: text,
  city: text,
  zip: text,
  taxId: z.coerce.string().optional(),
})

/** BlueSnap's vendors. Payouts are sent in payoutInfo, which accounts with regional payout refuse. */
export class BluesnapVendors implements Vendors {
  readonly agreementUrl: string
  private readonly ask: Ask

  constructor(ask: Ask, agreementUrl: string) {
    this.ask = ask
    this.agreementUrl = agreementUrl
  }

  async saveVendor(request: {
    key: string
    vendorRef: string | null
    business: BusinessBody
    consent: Consent | null
  }): Promise<{ vendorRef: string }> {
    const { key, vendorRef, business, consent } = request
    if (vendorRef !== null) {
      await this.ask('PUT', `vendors/${vendorRef}`, business)
      return { vendorRef }
    }
    const { headers } = await this.ask('POST', 'vendors', { ...business, ...termsOf(consent) }, key)
    const made = headers.get('location')?.split('/').at(-1)
    if (!made) throw new ProviderUnknown('no number of the vendor')
    return { vendorRef: made }
  }

  async savePayout({ vendorRef, payout }: { vendorRef: string; payout: Payout }): Promise<void> {
    const vendor = vendorSchema.parse((await this.ask('GET', `vendors/${vendorRef}`)).body)
    await this.ask('PUT', `vendors/${vendorRef}`, { ...vendor, payoutInfo: [payout] })
  }
}

function termsOf(consent: Consent | null): object {
  if (!consent) return {}
  const [year, month, day] = consent.day.split('-')
  return {
    termsOfService: {
      acceptedDate: `${day}-${month}-${year}`,
      vendorIp: consent.remoteAddress,
    },
  }
}
