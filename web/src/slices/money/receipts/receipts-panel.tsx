import type { FiscalReceipt } from '@stationmaster/contract'
import { contract } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useCode } from '../../../i18n/use-code.ts'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { ReceiptCode } from '../../../ui/figures/receipt-code.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './receipts.module.css'

/** The fiscal receipts of an order, each with its number, sign and code. */
export function ReceiptsPanel({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['receipts', orderId],
    queryFn: ({ signal }) => request(contract.receipts.ofOrder, { params: { id: orderId } }, signal),
    meta: { live: (signal) => signal.topic === 'order' && signal.id === orderId },
  })
  if (query.isError && !query.data)
    return (
      <Panel title={t('receipts.title')}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </Panel>
    )
  if (!query.data) return null
  const { till, receipts } = query.data
  return (
    <Panel title={t('receipts.title')} count={receipts.length || undefined}>
      {receipts.length === 0 && (
        <p className={classes.quiet}>{t(till === null ? 'receipts.noTill' : 'receipts.none')}</p>
      )}
      <ul className={classes.list}>
        {receipts.map((receipt) => (
          <ReceiptItem key={receipt.id} receipt={receipt} />
        ))}
      </ul>
    </Panel>
  )
}

function ReceiptItem({ receipt }: { receipt: FiscalReceipt }) {
  const { t } = useTranslation()
  const code = useCode()
  const { kind, settlement, amount, state, refusal, created_at, mark } = receipt
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span className={classes.what}>
          {t(`receipts.kind.${kind}`)} <Money minor={amount} unit />
        </span>
        <span className={classes.quiet}>{t(`receipts.settlement.${settlement}`)}</span>
        {mark ? (
          <>
            <span className={classes.quiet}>
              {t('receipts.numbered', { number: mark.document_number })},{' '}
              {t('receipts.sign', { sign: mark.fiscal_sign })}
            </span>
            <span className={classes.quiet}>
              <When at={mark.registered_at} style="dayTime" />
            </span>
            {mark.url && (
              <a href={mark.url} target="_blank" rel="noreferrer">
                {t('receipts.look')}
              </a>
            )}
          </>
        ) : (
          <span className={classes.quiet}>
            <When at={created_at} style="dayTime" />:{' '}
            {[t(`receipts.state.${state}`), refusal && code('receipt', refusal)].filter(Boolean).join(', ')}
          </span>
        )}
      </div>
      {mark && (
        <div className={classes.code}>
          <ReceiptCode
            code={mark.code}
            url={mark.url}
            label={t('receipts.code')}
            unfold={t('receipts.showCode')}
          />
        </div>
      )}
    </li>
  )
}
