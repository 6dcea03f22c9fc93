import { contract, type Language } from '@stationmaster/contract'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { PlanCharges } from './charge.ts'
import { invoicePdf } from './invoices/invoice-pdf.ts'
import { findPaidInvoice, listPaidInvoices } from './invoices/invoice-store.ts'
import { type From, saveBank, saveBusiness, saveMethod } from './onboarding.ts'
import type { PlanParts } from './parts.ts'
import { growPlan } from './room/grow.ts'
import { viewRoom } from './room/room.ts'
import { changeSubscription, subscribe } from './subscribe.ts'
import { viewPlan } from './view.ts'

/** The content of a link to an invoice. */
interface InvoiceLink {
  managerId: number
  number: string
  language: Language
}

/** The plan of a manager: everybody their own. */
export function planRoutes(rest: Rest, parts: PlanParts & { charges: PlanCharges }): void {
  const { db, charges, asksForPlans, downloads } = parts
  const view = (managerId: number) => viewPlan(parts, managerId)
  const ownId = ({ id }: { id: number }, { caller }: Pick<From, 'caller'>): number => {
    if (id !== caller.id) throw new Failure('manager.not_found')
    return id
  }
  /** Changes the caller's own plan, where the network requires plans. */
  const change = async (from: From, act: () => Promise<void>) => {
    if (!asksForPlans) throw new Failure('plan.off')
    await act()
    return view(from.caller.id)
  }

  route(rest, contract.plan.get, ({ params, caller }) => view(ownId(params, { caller })))
  route(rest, contract.plan.saveMethod, ({ body, caller, remoteAddress }) => {
    const from = { caller, remoteAddress }
    return change(from, () => saveMethod(parts, from, body))
  })
  route(rest, contract.plan.saveAccount, ({ params, body, caller, remoteAddress }) => {
    const from = { caller, remoteAddress }
    ownId(params, from)
    return change(from, () =>
      'payoutInfo' in body ? saveBank(parts, from, body.payoutInfo[0]) : saveBusiness(parts, from, body),
    )
  })
  route(rest, contract.plan.subscribe, ({ params, body, caller, remoteAddress }) => {
    const from = { caller, remoteAddress }
    ownId(params, from)
    return change(from, () => subscribe(parts, charges, from, body))
  })
  route(rest, contract.planRoom.get, ({ params, caller }) => viewRoom(parts, caller, params.id))
  route(rest, contract.planRoom.grow, async ({ params, body, caller, remoteAddress }) => {
    const request = { stationId: params.id, mostMinor: body.most }
    return viewRoom(parts, caller, await growPlan(parts, charges, { caller, remoteAddress }, request))
  })
  route(rest, contract.plan.change, ({ params, body, caller, remoteAddress }) => {
    const from = { caller, remoteAddress }
    ownId(params, from)
    return change(from, () => changeSubscription(parts, from, body))
  })
  route(rest, contract.plan.invoices, ({ params, caller }) => listPaidInvoices(db, ownId(params, { caller })))
  route(rest, contract.plan.invoiceFile, async ({ params, body, caller }) => {
    const managerId = ownId(params, { caller })
    if (!(await findPaidInvoice(db, managerId, params.number))) throw new Failure('plan.invoice_not_found')
    const link: InvoiceLink = { managerId, number: params.number, ...body }
    return { url: downloads.offer('plan-invoice', link) }
  })
  downloads.serve('plan-invoice', async (what) => {
    const { managerId, number, language } = what as InvoiceLink
    // the link was given for an invoice that is paid
    const invoice = (await findPaidInvoice(db, managerId, number))!
    return {
      name: `${number}.pdf`,
      type: 'application/pdf',
      body: await invoicePdf(invoice, language, parts),
    }
  })
}
