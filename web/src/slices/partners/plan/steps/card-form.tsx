import { TextInput } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import {
  encryptCard,
  faultsOf,
  planCardDigits,
  showCode,
  showExpiry,
  showNumber,
  type TypedCard,
} from '../../../../api/encrypt-card.ts'
import { serverNow } from '../../../../api/live/server-clock.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useHelpConfig } from '../../../../api/use-help-config.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { IconLock } from '../../../../ui/pictures/icons.ts'
import classes from '../plan.module.css'

/** Step 1: a card, encrypted here for the payment provider; what is wrong with a field shows once it was left. */
export function PlanCardForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const key = useHelpConfig()?.BLUESNAP_PUBLIC_KEY
  const [card, setCard] = useState<TypedCard>({ number: '', expiry: '', code: '' })
  const [left, setLeft] = useState<readonly (keyof TypedCard)[]>([])
  const faults = faultsOf(card, new Date(serverNow()), planCardDigits)
  const save = useChange({
    mutationFn: async (publicKey: string, idempotency) => {
      const { method: _, ...sealed } = await encryptCard(publicKey, card)
      return request(contract.plan.saveMethod, { body: { credit_card: sealed }, idempotency })
    },
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key && faults.length === 0) save.mutate(key)
  }
  const field = (name: keyof TypedCard, show: (text: string) => string) => ({
    label: t(`plan.card.${name}`),
    value: card[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setCard({ ...card, [name]: show(event.currentTarget.value) }),
    onBlur: () => setLeft([...left, name]),
    error: left.includes(name) && faults.includes(name) ? t(`plan.card.${name}Fault`) : undefined,
    inputMode: 'numeric' as const,
    required: true,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        {...field('number', showNumber)}
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
      />
      <div className={classes.pair}>
        <TextInput
          {...field('expiry', showExpiry)}
          autoComplete="cc-exp"
          placeholder={t('plan.card.expiryHint')}
        />
        <TextInput {...field('code', showCode)} autoComplete="cc-csc" type="password" />
      </div>
      <p className={classes.note}>
        <IconLock size={16} stroke={1.75} aria-hidden="true" />
        {t('plan.card.safe')}
      </p>
      {key === null && <p className={classes.note}>{t('plan.card.noForm')}</p>}
      {save.isError && <FormError error={save.error} />}
      <div className={classes.row}>
        <ChangeButton type="submit" disabled={!key || faults.length > 0} loading={save.isPending}>
          {t('plan.continue')}
        </ChangeButton>
      </div>
    </form>
  )
}
