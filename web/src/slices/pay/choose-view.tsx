import { Alert, Button, TextInput } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { IconCreditCard, IconCreditCardOff, IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encryptCard } from '../../api/encrypt-card.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { Remaining } from '../../ui/duration.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { CardForm } from './card-form.tsx'
import { CodeForm } from './code-form.tsx'
import classes from './pay.module.css'
import type { PayActions } from './pay-query.ts'
import { PlacePanel } from './place-panel.tsx'

const declines = ['insufficient_funds', 'authentication_failed', 'expired_card'] as const
export const declineOf = (word: string) => declines.find((one) => one === word) ?? 'other'

/** What is held, what for, and the ways to pay it. */
export function ChooseView({ page, actions }: { page: PayPage; actions: PayActions }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { reservation, decline, saved_card: saved } = page
  const { pay } = actions
  const [opened, setOpened] = useState(false)
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
        {saved && (
          <>
            <p className={classes.quiet}>{t('pay.saved.text', { amount })}</p>
            <ChangeButton
              size="lg"
              fullWidth
              mt="sm"
              leftSection={<IconCreditCard size={20} stroke={1.75} />}
              loading={pay.isPending}
              onClick={() => pay.mutate({ method: 'saved_card' })}
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
                disabled={pay.isPending}
                onClick={() => setOpened(true)}
              >
                {t('pay.saved.otherWay')}
              </Button>
            )}
          </>
        )}
        {(opened || !saved) && <Ways page={page} actions={actions} />}
        {pay.isError && <FormError error={pay.error} />}
      </section>
    </>
  )
}

/** The ways to pay that a driver types or opens something for. */
function Ways({ page, actions }: { page: PayPage; actions: PayActions }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { methods, card_key: key } = page
  const { pay } = actions
  const [email, setEmail] = useState('')
  const to = email.trim() ? { receipt_email: email.trim() } : {}
  const byCard = methods.includes('card')
  const amount = format.money(page.hold_amount)
  return (
    <div className={page.saved_card ? classes.balance : undefined}>
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
        <CodeForm
          email={page.balance.email}
          isSent={page.balance.code_until !== null}
          open={t('pay.balance.open')}
          amount={page.hold_amount}
          isPaying={pay.isPending}
          onPay={(code, on) => pay.mutate({ method: 'account', code }, on)}
          mailCode={actions.mailCode}
        />
      )}
    </div>
  )
}
