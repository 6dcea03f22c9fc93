import { Alert, Button } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encryptCard } from '../../../../api/encrypt-card.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { IconCreditCard, IconExternalLink } from '../../../../ui/pictures/icons.ts'
import classes from '../pay.module.css'
import type { PayActions } from '../pay-query.ts'
import { CardForm } from './card-form.tsx'
import { declineOf } from './declined.tsx'

/** Saves a card for the next time, which is checked by holding a little of it. */
export function SaveCard({ page, actions: { checkCard } }: { page: PayPage; actions: PayActions }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const { card_check: check, card_key: key } = page
  if (!check || key === null) return null
  const { state, decline, url } = check
  if (state === 'saved')
    return (
      <p className={`${classes.panel} ${classes.note}`}>
        <IconCreditCard size={18} stroke={1.75} aria-hidden="true" />
        {t('pay.save.saved')}
      </p>
    )
  if (!open && state === null)
    return (
      <Button variant="default" size="lg" fullWidth onClick={() => setOpen(true)}>
        {t('pay.save.open')}
      </Button>
    )
  return (
    <section className={classes.panel} aria-label={t('pay.save.open')}>
      <p className={classes.quiet}>{t('pay.save.text', { amount: format.money(check.amount) })}</p>
      {state === 'action' && url && (
        <Button
          component="a"
          href={url}
          size="lg"
          fullWidth
          my="md"
          rightSection={<IconExternalLink size={18} stroke={1.75} />}
        >
          {t('pay.action.open')}
        </Button>
      )}
      {decline !== null && (
        <Alert color="red" role="alert" my="md" title={t(`pay.decline.${declineOf(decline)}`)}>
          {t('pay.save.refused')}
        </Alert>
      )}
      <CardForm
        action={t('pay.save.action')}
        pending={checkCard.isPending || state === 'asking'}
        mayBeSaved={false}
        onCard={(card) => checkCard.mutate(encryptCard(key, card))}
      />
      {checkCard.isError && <FormError error={checkCard.error} />}
    </section>
  )
}
