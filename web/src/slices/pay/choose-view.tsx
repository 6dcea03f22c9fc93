import { Alert, TextInput } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { IconCreditCardOff, IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encryptCard } from '../../api/encrypt-card.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { Remaining } from '../../ui/duration.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { BalanceForm } from './balance-form.tsx'
import { CardForm } from './card-form.tsx'
import classes from './pay.module.css'
import type { PayActions } from './pay-query.ts'
import { PlacePanel } from './place-panel.tsx'

const declines = ['insufficient_funds', 'authentication_failed', 'expired_card'] as const
export const declineOf = (word: string) => declines.find((one) => one === word) ?? 'other'

/** What is held, what for, and the ways to pay it. */
export function ChooseView({ page, actions }: { page: PayPage; actions: PayActions }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { reservation, methods, card_key: key, decline } = page
  const { pay } = actions
  const [email, setEmail] = useState('')
  const to = email.trim() ? { receipt_email: email.trim() } : {}
  const byCard = methods.includes('card')
  const amount = format.money(page.hold_amount)
  return (
    <>
      <PlacePanel page={page} />
      <section className={`${classes.panel} ${classes.told}`} aria-label={t('pay.held')}>
        <p className={classes.quiet}>{t('pay.held')}</p>
        <p className={classes.amount}>{amount}</p>
        <p className={classes.quiet}>{t('pay.heldText')}</p>
        {reservation && (
          <p className={classes.quiet}>
            {t('pay.reservationText', {
              fee: format.money(reservation.fee),
              duration: format.duration(reservation.seconds),
              free: format.duration(reservation.free_seconds),
            })}
          </p>
        )}
        {page.plugged && (
          <p className={classes.note}>
            <IconPlug size={18} stroke={1.75} aria-hidden="true" />
            {t('pay.pluggedAlready')}
          </p>
        )}
        {page.until && (
          <p className={classes.quiet}>
            {t('pay.payWithin')} <Remaining until={page.until} />
          </p>
        )}
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
      <section className={classes.panel} aria-label={t('pay.methods')}>
        {page.asks_email && (
          <TextInput
            label={t('pay.receiptTo.email')}
            description={t(page.needs_email ? 'pay.receiptTo.emailNeeded' : 'pay.receiptTo.emailHint')}
            required={page.needs_email}
            type="email"
            autoComplete="email"
            size="md"
            mb="md"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        {byCard && key !== null && (
          <CardForm
            action={t('pay.byCard', { amount })}
            pending={pay.isPending}
            mayBeSaved={page.can.save_card}
            onCard={(card, saves) =>
              pay.mutate(encryptCard(key, card).then((sent) => ({ ...sent, ...to, save_card: saves })))
            }
          />
        )}
        {byCard && key === null && (
          <ChangeButton
            size="lg"
            fullWidth
            loading={pay.isPending}
            onClick={() => pay.mutate({ method: 'card_page', ...to })}
          >
            {t('pay.byCard', { amount })}
          </ChangeButton>
        )}
        {methods.includes('sbp') && (
          <ChangeButton
            size="lg"
            fullWidth
            variant="default"
            mt="sm"
            disabled={pay.isPending}
            onClick={() => pay.mutate({ method: 'sbp', ...to })}
          >
            {t('pay.bySbp')}
          </ChangeButton>
        )}
        {page.balance && (
          <BalanceForm
            balance={page.balance}
            amount={page.hold_amount}
            isPaying={pay.isPending}
            onPay={(code, on) => pay.mutate({ method: 'account', code }, on)}
            mailCode={actions.mailCode}
          />
        )}
        {pay.isError && <FormError error={pay.error} />}
      </section>
    </>
  )
}
