import { Loader } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encryptCard } from '../../../api/encrypt-card.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { ActionView } from './action-view.tsx'
import classes from './pay.module.css'
import type { PayActions } from './pay-query.ts'
import { Declined } from './ways/declined.tsx'
import { OtherWayButton, SavedCardWay } from './ways/saved-card-way.tsx'
import { Ways } from './ways/ways.tsx'

interface DebtViewProps {
  page: PayPage
  debt: NonNullable<PayPage['debt']>
  actions: PayActions
}

/** The debt of a finished order and the ways to pay it. */
export function DebtView({ page, debt, actions: { payDebt } }: DebtViewProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [otherWay, setOtherWay] = useState(false)
  const { purpose, amount, action, decline } = debt
  const saved = page.saved_card
  const owed = { purpose, amount }
  const url = action?.kind === 'redirect' ? action.url : null
  const { isSuccess } = payDebt
  // after a payment the driver is sent to the bank once, and not again on the way back
  useEffect(() => {
    if (isSuccess && url) location.assign(url)
  }, [isSuccess, url])
  return (
    <>
      <Owed page={page} debt={debt} />
      {decline !== null && <Declined word={decline} />}
      {debt.under_way && !action && (
        <p className={`${classes.panel} ${classes.note}`}>
          <Loader size={18} />
          {t('pay.debt.underWay')}
        </p>
      )}
      {action && !otherWay && <ActionView action={action} onOtherWay={() => setOtherWay(true)} />}
      {(!debt.under_way || otherWay) && (
        <section className={classes.panel} aria-label={t('pay.methods')}>
          {saved && (
            <SavedCardWay
              saved={saved}
              isPaying={payDebt.isPending}
              onPay={() => payDebt.mutate({ method: 'saved_card', ...owed })}
            />
          )}
          {saved && !opened && (
            <OtherWayButton isPaying={payDebt.isPending} onClick={() => setOpened(true)} />
          )}
          {(opened || !saved) && (
            <Ways
              page={page}
              amount={amount}
              isPaying={payDebt.isPending}
              mayBeSaved={false}
              isBelow={saved !== null}
              onCard={(key, card, to) =>
                payDebt.mutate(encryptCard(key, card).then((sent) => ({ ...sent, ...to, ...owed })))
              }
              onWay={(method, to) => payDebt.mutate({ method, ...to, ...owed })}
            />
          )}
          {payDebt.isError && <FormError error={payDebt.error} />}
        </section>
      )}
    </>
  )
}

/** How much is owed, and what for. */
function Owed({ page, debt: { purpose, amount } }: Pick<DebtViewProps, 'page' | 'debt'>) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section className={`${classes.panel} ${classes.summary}`} aria-label={t('pay.debt.title')}>
      <p className={classes.quiet}>{t(`pay.debt.${purpose}`)}</p>
      <p className={classes.amount}>{format.money(amount)}</p>
      <p className={classes.quiet}>{t('pay.debt.text', { id: page.order_id, place: page.place.name })}</p>
    </section>
  )
}
