import { SECOND_MS } from '@stationmaster/units'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { flow } from '../flow.ts'
import { logFailure } from '../platform/database/database-fault.ts'
import type { Clock } from '../platform/general/clock.ts'
import type { LiveBus } from '../platform/general/live.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Addresses } from '../platform/listeners/addresses.ts'
import type { Mailer } from '../platform/mail/mail.ts'
import type { Db } from '../platform/schema/schema.ts'
import { KnownTerms } from '../slices/money/contracts/known-terms.ts'
import { cashbackJobs } from '../slices/money/payments/extras/cashback.ts'
import { IdleCars } from '../slices/money/payments/extras/idle.ts'
import { openPayments, type Payments } from '../slices/money/providers/open.ts'
import { openTill } from '../slices/money/receipts/open.ts'
import { ReceiptService } from '../slices/money/receipts/receipt-service.ts'
import { openSales } from '../slices/money/services/sold/sell.ts'
import type { Notices } from '../slices/public/notices/notices.ts'
import type { StationSide } from './station-side.ts'

interface MoneyParts {
  config: Pick<Config, 'payment' | 'timeZone' | 'currency'>
  db: Db
  log: FastifyBaseLogger
  clock: Clock
  jobs: Jobs
  live: LiveBus
  mailer: Mailer
  addresses: Addresses
  /** called by jobs only, which do not run before all parts are built */
  stations: () => StationSide
  notices: () => Notices
}

/** Builds the parts that move money: payments, receipts, idle fees and sales; nothing runs yet. */
export async function openMoneySide(parts: MoneyParts) {
  const { config, db, log, clock, jobs, live, mailer } = parts
  const { timeZone, currency } = config
  const publish = live.publish.bind(live)
  const terms = new KnownTerms()
  const payments: Payments = await openPayments(config.payment, {
    db,
    clock,
    jobs,
    timeZone,
    currency,
    moved: (tx, payment, before, ended) =>
      flow.paymentMoved(tx, payment, before, ended, {
        now: clock.now(),
        timeZone,
        terms,
        paymentService: payments.paymentService,
        receipts,
        notices: parts.notices(),
        orderWork: parts.stations().commands.orderWork,
        publish,
      }),
    notifyUrl: (provider) => `${parts.addresses.local}/api/v1/webhooks/${provider}`,
    report: (error, about) => log.warn({ err: error, about }, 'the payment provider could not be asked'),
  })
  const { paymentService } = payments
  const receipts = new ReceiptService({
    db,
    clock,
    jobs,
    timeZone,
    publish,
    till: openTill(config.payment, payments.sandbox, currency),
    callMs: config.payment.timeoutSeconds * SECOND_MS,
    report: (error, about) => log.warn({ err: error, about }, 'the till could not be asked'),
  })
  const idleCars = new IdleCars({
    db,
    clock,
    jobs,
    paymentService,
    receipts,
    mailer,
    currency,
    timeZone,
    terms,
    publish,
    show: (orderId, text) => {
      parts
        .stations()
        .displays.showText(orderId, text)
        .catch((error) => logFailure(log, error, 'a display could not be told', { orderId }))
    },
  })
  const sales = openSales({ db, clock, jobs, live, paymentService, receipts, timeZone, terms })
  cashbackJobs({ db, clock, jobs, timeZone })
  return { terms, payments, receipts, idleCars, sales }
}
