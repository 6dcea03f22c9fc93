import { Alert, Button, Loader } from '@mantine/core'
import type { DriverCard, DriverTopUp } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encryptCard, type TypedCard } from '../../../api/encrypt-card.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from '../../../slices/public/account/account.module.css'
import {
  accountActs,
  cardQuery,
  meQuery,
  postingsQuery,
  topUpQuery,
} from '../../../slices/public/account/account-query.ts'
import { lastTopUp } from '../../../slices/public/account/money/last-top-up.ts'
import { ActionView } from '../../../slices/public/pay/action-view.tsx'
import { CardForm } from '../../../slices/public/pay/ways/card-form.tsx'
import { Declined } from '../../../slices/public/pay/ways/declined.tsx'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { minorOf } from '../../../ui/fields/amount-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'

/** What the server takes at once, in kopecks. */
const least = 1000
const most = 1_500_000

type Way =
  | { method: 'card'; typed: TypedCard; saves: boolean }
  | { method: 'card_page' | 'sbp' | 'saved_card' }

/** Pays into the balance, and follows the payment that was begun last. */
export function TopUp() {
  const { t } = useTranslation()
  const { data: card } = useQuery(cardQuery)
  const [id, setId] = useState(lastTopUp.read)
  const [opened, setOpened] = useState(false)
  const done = () => {
    lastTopUp.forget()
    setId(null)
  }
  if (!card || card.methods.length === 0) return null
  return (
    <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.topUp.title')}>
      <h2 className={classes.heading}>{t('account.topUp.title')}</h2>
      {id !== null && <Begun id={id} onDone={done} />}
      {opened ? (
        <TopUpForm
          card={card}
          onBegun={(topUp) => {
            lastTopUp.keep(topUp.id)
            setId(topUp.id)
            setOpened(false)
          }}
        />
      ) : (
        <Button
          size="lg"
          fullWidth
          variant={id === null ? 'filled' : 'default'}
          onClick={() => setOpened(true)}
        >
          {t('account.topUp.open')}
        </Button>
      )}
    </section>
  )
}

/** How a payment stands, until the driver has seen its end. */
function Begun({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const { data, isError } = useQuery(topUpQuery(id))
  const state = data?.state
  useEffect(() => {
    if (state !== 'paid') return
    for (const { queryKey } of [meQuery, postingsQuery, cardQuery])
      void client.invalidateQueries({ queryKey })
  }, [state, client])
  // of another driver's log-in in this browser, or of before
  useEffect(() => {
    if (isError || state === 'canceled') onDone()
  }, [isError, state, onDone])
  if (!data) return null
  const amount = format.money(data.amount)
  if (state === 'action' && data.action) return <ActionView action={data.action} onOtherWay={onDone} />
  if (state === 'refused') return <Declined word={data.decline ?? 'declined'} />
  if (state === 'paid')
    return (
      <Alert
        color="green"
        role="status"
        withCloseButton
        closeButtonLabel={t('common.close')}
        onClose={onDone}
      >
        {t('account.topUp.paid', { amount })}
      </Alert>
    )
  return (
    <p className={classes.quiet} role="status">
      <Loader size={16} mr="xs" />
      {t('account.topUp.underWay', { amount })}
    </p>
  )
}

/** Begins payments of an amount; one that is sent again, because no answer came, is the same payment. */
function usePayIn(minor: number, cardKey: string | null, onBegun: (topUp: DriverTopUp) => void) {
  const client = useQueryClient()
  return useChange({
    mutationFn: async (way: Way, idempotency) => {
      const common = { key: idempotency.keyOf(`${way.method} ${minor}`), amount: minor }
      if (way.method !== 'card') return accountActs.topUp({ ...common, method: way.method })
      // the form for cards is shown only where there is a key
      const sealed = await encryptCard(cardKey ?? '', way.typed)
      return accountActs.topUp({ ...common, ...sealed, save_card: way.saves })
    },
    onSuccess: (topUp) => {
      client.setQueryData(topUpQuery(topUp.id).queryKey, topUp)
      onBegun(topUp)
      if (topUp.action?.kind === 'redirect') location.assign(topUp.action.url)
    },
  })
}

interface TopUpFormProps {
  card: DriverCard
  onBegun: (topUp: DriverTopUp) => void
}

function TopUpForm({ card, onBegun }: TopUpFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [typed, setTyped] = useState<number | ''>(500)
  const minor = minorOf(typed)
  const pay = usePayIn(minor, card.card_key, onBegun)
  const isPossible = minor >= least && minor <= most
  return (
    <>
      <NumberField
        label={t('account.topUp.amount')}
        description={t('account.topUp.bounds', { least: format.money(least), most: format.money(most) })}
        min={least / 100}
        max={most / 100}
        decimals={2}
        required
        size="md"
        value={typed}
        onChange={setTyped}
      />
      <Ways
        card={card}
        amount={format.money(isPossible ? minor : 0)}
        isPossible={isPossible}
        isPaying={pay.isPending}
        onWay={(way) => {
          if (isPossible) pay.mutate(way)
        }}
      />
      {pay.isError && <FormError error={pay.error} />}
    </>
  )
}

interface WaysProps {
  card: DriverCard
  /** in words */
  amount: string
  isPossible: boolean
  isPaying: boolean
  onWay: (way: Way) => void
}

/** The saved card first; the other ways beneath it once they are wanted. */
function Ways({ card: { saved, card_key: key, methods }, amount, isPossible, isPaying, onWay }: WaysProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const byCard = methods.includes('card')
  const button = { size: 'lg', fullWidth: true, disabled: !isPossible || isPaying } as const
  if (saved && !opened)
    return (
      <>
        <ChangeButton {...button} loading={isPaying} onClick={() => onWay({ method: 'saved_card' })}>
          {saved.last4
            ? t('account.topUp.bySaved', { amount, last4: saved.last4 })
            : t('account.topUp.bySavedUnnamed', { amount })}
        </ChangeButton>
        <Button variant="subtle" color="gray" size="md" fullWidth onClick={() => setOpened(true)}>
          {t('pay.saved.otherWay')}
        </Button>
      </>
    )
  return (
    <>
      {byCard && key !== null && (
        <CardForm
          action={t('pay.byCard', { amount })}
          pending={isPaying}
          mayBeSaved
          onCard={(typed, saves) => onWay({ method: 'card', typed, saves })}
        />
      )}
      {byCard && key === null && (
        <ChangeButton {...button} loading={isPaying} onClick={() => onWay({ method: 'card_page' })}>
          {t('pay.byCard', { amount })}
        </ChangeButton>
      )}
      {methods.includes('sbp') && (
        <ChangeButton {...button} variant="default" onClick={() => onWay({ method: 'sbp' })}>
          {t('pay.bySbp')}
        </ChangeButton>
      )}
    </>
  )
}
