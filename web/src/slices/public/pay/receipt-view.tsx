import { Button } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ReceiptCode } from '../../../ui/figures/receipt-code.tsx'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import classes from './pay.module.css'
import { SignedReceipt } from './signed-receipt.tsx'

/** The price of the order, what was held and what was paid back. */
export function ReceiptView({ page, token }: { page: PayPage; token: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { receipt, session } = page
  if (!receipt) return null
  const { charging, reservation, idle, held, released, card, from_balance } = receipt
  const refunded = receipt.refunded + receipt.idle_refunded
  const lines = [
    ...(session
      ? [[t('pay.receipt.energy'), `${format.number(session.energy / 1000, 3)} ${t('units.kwh')}`]]
      : []),
    ...(session || charging > 0 ? [[t('pay.receipt.charging'), format.money(charging)]] : []),
    ...(reservation > 0 ? [[t('pay.receipt.reservation'), format.money(reservation)]] : []),
    ...(idle > 0 ? [[t('pay.receipt.idle'), format.money(idle)]] : []),
    ...page.services.sold
      .filter(({ state }) => state === 'sold')
      .map(({ name, price }) => [name, format.money(price)]),
  ] as [string, string][]
  const moved = [
    ...(from_balance ? [[t('pay.receipt.method'), t('pay.receipt.balance')]] : []),
    ...(held > 0 ? [[t('pay.receipt.held'), format.money(held)]] : []),
    ...(released > 0 ? [[t('pay.receipt.released'), format.money(released)]] : []),
    ...(refunded > 0 ? [[t('pay.receipt.refunded'), format.money(refunded)]] : []),
    ...(card ? [[t('pay.receipt.card'), card]] : []),
  ] as [string, string][]
  const total = charging + reservation
  const pending = held - receipt.captured - released > 0 || receipt.captured - receipt.refunded > total
  return (
    <section className={classes.panel} aria-label={t('pay.receipt.title')}>
      <p className={classes.quiet}>{t('pay.receipt.total')}</p>
      <p className={classes.amount}>{format.money(total + idle)}</p>
      <dl className={classes.lines}>
        {[...lines, ...moved].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={classes.lines}>
        <div>
          <dt>
            <strong>{t('pay.receipt.inAll')}</strong>
          </dt>
          <dd>
            <strong>{format.money(receipt.paid_in_all)}</strong>
          </dd>
        </div>
      </dl>
      {pending && <p className={classes.quiet}>{t('pay.receipt.pending')}</p>}
      <p className={classes.quiet}>
        {t('pay.receipt.order', { id: page.order_id, station: stationNumber(page.station_number) })}
      </p>
      {receipt.signed && <SignedReceipt signed={receipt.signed} token={token} />}
      <FiscalReceipts fiscal={receipt.fiscal} />
      {receipt.finished_at && <ReceiptFile token={token} at={receipt.finished_at} />}
    </section>
  )
}

/** When it ended, and the receipt as a file with the lines of its price. */
function ReceiptFile({ token, at }: { token: string; at: string }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  return (
    <>
      <p className={classes.quiet}>{format.when(new Date(at), 'full')}</p>
      <Button
        component="a"
        href={`/api/v1/pay/${token}/receipt?language=${i18n.language}`}
        download
        variant="default"
        size="md"
        fullWidth
        mt="md"
        leftSection={<IconDownload size={18} stroke={1.75} />}
      >
        {t('pay.receipt.file')}
      </Button>
    </>
  )
}

/** The fiscal receipts. The law requires their QR codes to be shown to a driver who gave no address. */
function FiscalReceipts({ fiscal }: { fiscal: NonNullable<PayPage['receipt']>['fiscal'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {fiscal.some(({ mark }) => mark === null) && (
        <p className={classes.quiet}>{t('pay.receipt.fiscalPending')}</p>
      )}
      {fiscal.map(({ id, kind, amount, mark }) => {
        if (!mark) return null
        const number = { number: mark.document_number }
        const name = t(kind === 'income' ? 'pay.receipt.fiscal' : 'pay.receipt.fiscalReturn', number)
        return (
          <div key={id} className={classes.fiscal}>
            <p className={classes.quiet}>
              {mark.url ? <a href={mark.url}>{name}</a> : name}, {format.money(amount)}
            </p>
            <ReceiptCode
              code={mark.code}
              url={mark.url}
              label={t('pay.receipt.code')}
              unfold={t('pay.receipt.showCode')}
            />
          </div>
        )
      })}
    </>
  )
}
