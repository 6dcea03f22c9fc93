import type { BalancePosting, DriverAccount } from '@stationmaster/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { When } from '../../../../ui/dates/when.tsx'
import classes from '../account.module.css'
import { postingsQuery } from '../account-query.ts'
import { PagedList } from '../paged-list.tsx'

/** What is on the balance, what of it is held, and what is due. */
export function Balance({ account }: { account: DriverAccount }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { balance, held, debt } = account
  return (
    <section className={classes.panel} aria-label={t('account.balance.title')}>
      <p className={classes.quiet}>{t('account.balance.title')}</p>
      <p className={classes.amount}>{format.money(balance)}</p>
      {held > 0 && (
        <p className={classes.quiet}>{t('account.balance.held', { amount: format.money(held) })}</p>
      )}
      {debt > 0 && <p role="note">{t('account.balance.debt', { amount: format.money(debt) })}</p>}
    </section>
  )
}

/** What has moved the balance. */
export function PostingsPanel() {
  const { t } = useTranslation()
  const postings = useInfiniteQuery(postingsQuery)
  return (
    <PagedList title={t('account.postings.title')} empty={t('account.postings.empty')} query={postings}>
      {(posting) => <Posting posting={posting} />}
    </PagedList>
  )
}

function Posting({ posting }: { posting: BalancePosting }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { at, kind, amount, balance, order_id: orderId } = posting
  return (
    <div className={classes.row}>
      <div>
        <p>{t(`account.postings.kind.${kind}`)}</p>
        <p className={classes.quiet}>
          <When at={at} />
        </p>
        {orderId !== null && <p className={classes.quiet}>{t('account.postings.order', { id: orderId })}</p>}
      </div>
      <div>
        <p className={classes.figure}>{format.money(amount)}</p>
        <p className={classes.quiet}>{t('account.postings.after', { amount: format.money(balance) })}</p>
      </div>
    </div>
  )
}
