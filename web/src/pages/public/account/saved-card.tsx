import { Alert, Button } from '@mantine/core'
import type { DriverCard } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encryptCard, type TypedCard } from '../../../api/encrypt-card.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from '../../../slices/public/account/account.module.css'
import { accountActs, cardQuery } from '../../../slices/public/account/account-query.ts'
import { Loading } from '../../../slices/public/account/paged-list.tsx'
import { CardForm } from '../../../slices/public/pay/ways/card-form.tsx'
import { declineOf } from '../../../slices/public/pay/ways/declined.tsx'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconCreditCard, IconExternalLink } from '../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'

/** The card that pays what the driver's charging cards begin: shown, saved, removed. */
export function SavedCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(cardQuery)
  return (
    <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.card.title')}>
      <h2 className={classes.heading}>{t('account.card.title')}</h2>
      {data && <Card card={data} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
    </section>
  )
}

function Card({ card }: { card: DriverCard }) {
  const { t } = useTranslation()
  const { saved, card_key: key, methods } = card
  const takesCards = methods.includes('card') && key !== null
  return (
    <>
      {saved ? <Saved saved={saved} /> : <p className={classes.quiet}>{t('account.card.none')}</p>}
      {takesCards ? (
        <NewCard card={card} cardKey={key} />
      ) : (
        !saved && <p className={classes.quiet}>{t('account.card.notHere')}</p>
      )}
    </>
  )
}

function Saved({ saved }: { saved: NonNullable<DriverCard['saved']> }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useChange({
    mutationFn: accountActs.removeCard,
    onSettled: () => client.invalidateQueries({ queryKey: cardQuery.queryKey }),
  })
  return (
    <>
      <div className={classes.row}>
        <div>
          <p>
            <IconCreditCard size={18} stroke={1.75} aria-hidden="true" />{' '}
            {saved.brand ?? t('account.card.card')}
            {saved.last4 && ` ···· ${saved.last4}`}
          </p>
          <p className={classes.quiet}>
            {t('account.card.since')} <When at={saved.saved_at} style="day" />
          </p>
        </div>
        <ChangeButton variant="default" size="sm" loading={remove.isPending} onClick={() => setAsking(true)}>
          {t('account.card.remove')}
        </ChangeButton>
      </div>
      {remove.isError && <FormError error={remove.error} />}
      <ConfirmDialog
        opened={asking}
        title={t('account.card.removeTitle')}
        text={t('account.card.removeText')}
        action={t('account.card.remove')}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

interface NewCardProps {
  card: DriverCard
  cardKey: string
}

/** Checks a new card and saves it in the place of the one before. */
function NewCard({ card, cardKey }: NewCardProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const save = useChange({
    mutationFn: async (typed: TypedCard) => accountActs.saveCard(await encryptCard(cardKey, typed)),
    onSuccess: (now) => client.setQueryData(cardQuery.queryKey, now),
  })
  const state = card.check?.state
  if (state === 'asking' || state === 'action' || (opened && !(save.isSuccess && state === 'saved')))
    return <CheckForm card={card} save={save} />
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      onClick={() => {
        save.reset()
        setOpened(true)
      }}
    >
      {t(card.saved ? 'account.card.replace' : 'account.card.add')}
    </Button>
  )
}

interface CheckFormProps {
  card: DriverCard
  save: {
    mutate: (typed: TypedCard) => void
    isPending: boolean
    isSuccess: boolean
    isError: boolean
    error: Error | null
  }
}

function CheckForm({ card: { check, check_amount: amount }, save }: CheckFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <p className={classes.quiet}>{t('pay.save.text', { amount: format.money(amount) })}</p>
      {check?.state === 'action' && check.url && (
        <Button
          component="a"
          href={check.url}
          size="lg"
          fullWidth
          rightSection={<IconExternalLink size={18} stroke={1.75} />}
        >
          {t('pay.action.open')}
        </Button>
      )}
      {save.isSuccess && check?.decline && (
        <Alert color="red" role="alert" title={t(`pay.decline.${declineOf(check.decline)}`)}>
          {t('pay.save.refused')}
        </Alert>
      )}
      <CardForm
        action={t('pay.save.action')}
        pending={save.isPending || check?.state === 'asking'}
        mayBeSaved={false}
        onCard={(typed) => save.mutate(typed)}
      />
      {save.isError && <FormError error={save.error} />}
    </>
  )
}
