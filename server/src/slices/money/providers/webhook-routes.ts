import { webhooks } from '@stationmaster/contract'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { PaymentService } from './payment-service.ts'
import { ProviderRefusal } from './port.ts'

/** Takes providers' notices: what they say is not believed, it is only a reason to read the payment. */
export function webhookRoutes(rest: Rest, paymentService: PaymentService): void {
  rest.app.register(async (app) => {
    // a signature is over the text as it came
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))
    route({ ...rest, app }, webhooks.payment, async ({ params, body, request, remoteAddress }) => {
      try {
        await paymentService.hear(params.provider, { raw: body, headers: request.headers, remoteAddress })
      } catch (error) {
        if (error instanceof ProviderRefusal) throw new Failure('payment.notice_refused')
        throw error
      }
      return {}
    })
  })
}
