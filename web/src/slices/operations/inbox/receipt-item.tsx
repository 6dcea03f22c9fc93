import { contract, type FailedReceipt } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useCode } from '../../../i18n/use-code.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import classes from './inbox-item.module.css'
import { useDecision } from './inbox-query.ts'

/** A receipt that the till refuses or does not answer: it is sent again. */
export function ReceiptItem({ item }: { item: FailedReceipt }) {
  const { t } = useTranslation()
  const code = useCode()
  const errorText = useErrorText()
  const { id, order_id: orderId, kind, amount, state, refusal, created_at } = item
  const send = useDecision(
    () => request(contract.receipts.sendAgain, { params: { id } }),
    () => undefined,
  )
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.title}>
          {orderId !== null && (
            <Link to="/orders/$orderId/information" params={{ orderId: String(orderId) }}>
              {t('payments.order', { id: orderId })}
            </Link>
          )}{' '}
          {t(`receipts.kind.${kind}`)} <Money minor={amount} unit />
        </p>
        <p className={classes.facts}>
          <When at={created_at} style="dayTime" />
          <span>{t(`receipts.state.${state}`)}</span>
          {refusal && <span>{code('receipt', refusal)}</span>}
        </p>
        {send.isError && (
          <p className={classes.why} role="alert">
            {errorText(send.error)}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <ChangeButton size="xs" loading={send.isPending} onClick={() => send.mutate(undefined)}>
          {t('receipts.again')}
        </ChangeButton>
      </div>
    </li>
  )
}
