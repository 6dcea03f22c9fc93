import type { PayPage } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encryptCard } from '../../../../api/encrypt-card.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { Remaining } from '../../../../ui/dates/duration.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { IconPlug, IconWallet } from '../../../../ui/pictures/icons.ts'
import classes from '../pay.module.css'
import type { PayActions } from '../pay-query.ts'
import { PlacePanel } from '../place-panel.tsx'
import { CodeForm } from './code-form.tsx'
import { Declined } from './declined.tsx'
import { OtherWayButton, SavedCardWay } from './saved-card-way.tsx'
import { Ways } from './ways.tsx'

/** What is held, what for, and the ways to pay it. */
export function ChooseView({ page, actions }: { page: PayPage; actions: PayActions }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { decline, saved_card: saved } = page
  const { pay } = actions
  const [opened, setOpened] = useState(false)
  const amount = format.money(page.hold_amount)
  const free = page.balance?.free ?? null
  const isOwn = saved !== null || (free !== null && free >= page.hold_amount)
  return (
    <>
      <PlacePanel page={page} />
      <Held page={page} />
      {decline !== null && <Declined word={decline} />}
      <section className={classes.panel} aria-label={t('pay.methods')}>
        <OwnWays page={page} actions={actions} amount={amount} />
        {isOwn && !opened && <OtherWayButton isPaying={pay.isPending} onClick={() => setOpened(true)} />}
        {(opened || !isOwn) && (
          <Ways
            page={page}
            amount={page.hold_amount}
            isPaying={pay.isPending}
            mayBeSaved={page.can.save_card}
            isBelow={isOwn}
            onCard={(key, card, to, saves) =>
              pay.mutate(encryptCard(key, card).then((sent) => ({ ...sent, ...to, save_card: saves })))
            }
            onWay={(method, to) => pay.mutate({ method, ...to })}
          >
            {free === null && page.balance?.email && (
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
          </Ways>
        )}
        {pay.isError && <FormError error={pay.error} />}
      </section>
    </>
  )
}

/** What is the driver's own comes first: the saved card, and the balance of the driver who is logged in. */
function OwnWays({ page, actions: { pay }, amount }: { page: PayPage; actions: PayActions; amount: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { saved_card: saved } = page
  const free = page.balance?.free ?? null
  return (
    <>
      {saved && (
        <>
          <p className={`${classes.quiet} ${classes.above}`}>{t('pay.saved.text', { amount })}</p>
          <SavedCardWay
            saved={saved}
            isPaying={pay.isPending}
            onPay={() => pay.mutate({ method: 'saved_card' })}
          />
        </>
      )}
      {free !== null && free >= page.hold_amount && (
        <ChangeButton
          size="lg"
          fullWidth
          {...(saved && { variant: 'default', mt: 'sm' })}
          leftSection={<IconWallet size={20} stroke={1.75} />}
          loading={pay.isPending}
          onClick={() => pay.mutate({ method: 'account' })}
        >
          {t('pay.balance.own', { amount: format.money(free) })}
        </ChangeButton>
      )}
      {free !== null && free < page.hold_amount && (
        <p className={`${classes.quiet} ${classes.above}`}>
          {t('pay.balance.tooSmall', { amount: format.money(free) })}
        </p>
      )}
    </>
  )
}

/** How much is held, and what for. */
function Held({ page }: { page: PayPage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { reservation } = page
  return (
    <section className={`${classes.panel} ${classes.summary}`} aria-label={t('pay.held')}>
      <p className={classes.quiet}>{t('pay.held')}</p>
      <p className={classes.amount}>{format.money(page.hold_amount)}</p>
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
  )
}
