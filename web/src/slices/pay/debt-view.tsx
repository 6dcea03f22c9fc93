import { Alert, Button, Loader } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { IconCreditCard, IconCreditCardOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encryptCard } from '../../api/encrypt-card.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { ActionView } from './action-view.tsx'
import { declineOf } from './choose-view.tsx'
import classes from './pay.module.css'
import type { PayActions } from './pay-query.ts'
import { Ways } from './ways.tsx'

interface DebtViewProps {
  page: PayPage
  debt: NonNullable<PayPage['debt']>
  actions: PayActions
}

/** What is owed of an order that is over, and the ways to pay it. */
export function DebtView({ page, debt, actions: { payDebt } }: DebtViewProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const [otherWay, setOtherWay] = useState(false)
  const { purpose, amount, action, decline } = debt
  const told = format.money(amount)
  const saved = page.saved_card
  const owed = { purpose, amount }
  const url = action?.kind === 'redirect' ? action.url : null
  const { isSuccess } = payDebt
  // who has just paid goes on to the bank; who comes back from it is not sent there again
  useEffect(() => {
    if (isSuccess && url) location.assign(url)
  }, [isSuccess, url])
  return (
    <>
      <section className={`${classes.panel} ${classes.told}`} aria-label={t('pay.debt.title')}>
        <p className={classes.quiet}>{t(`pay.debt.${purpose}`)}</p>
        <p className={classes.amount}>{told}</p>
        <p className={classes.quiet}>{t('pay.debt.text', { id: page.order_id, place: page.place.name })}</p>
      </section>
      {decline !== null && (
        <Alert
          color="red"
          role="alert"
          icon={<IconCreditCardOff size={20} stroke={1.75} />}
          title={t(`pay.decline.${declineOf(decline)}`)}
        >
          {t(`pay.decline.${declineOf(decline)}Next`)}
        </Alert>
      )}
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
            <>
              <ChangeButton
                size="lg"
                fullWidth
                leftSection={<IconCreditCard size={20} stroke={1.75} />}
                loading={payDebt.isPending}
                onClick={() => payDebt.mutate({ method: 'saved_card', ...owed })}
              >
                {saved.last4 ? t('pay.saved.pay', { last4: saved.last4 }) : t('pay.saved.payUnnamed')}
              </ChangeButton>
              {!opened && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="md"
                  fullWidth
                  mt="sm"
                  disabled={payDebt.isPending}
                  onClick={() => setOpened(true)}
                >
                  {t('pay.saved.otherWay')}
                </Button>
              )}
            </>
          )}
          {(opened || !saved) && (
            <Ways
              page={page}
              amount={amount}
              isPaying={payDebt.isPending}
              mayBeSaved={false}
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
