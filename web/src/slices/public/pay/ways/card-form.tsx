import { Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultsOf, showCode, showExpiry, showNumber, type TypedCard } from '../../../../api/encrypt-card.ts'
import { serverNow } from '../../../../api/live/server-clock.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { IconLock } from '../../../../ui/pictures/icons.ts'
import classes from '../pay.module.css'

interface CardFormProps {
  /** what the button says */
  action: string
  pending: boolean
  /** its driver is known, and may have it kept */
  mayBeSaved: boolean
  onCard: (card: TypedCard, saves: boolean) => void
}

/** Asks for a card. Faults of a field are shown after the first attempt to pay. */
export function CardForm({ action, pending, mayBeSaved, onCard }: CardFormProps) {
  const { t } = useTranslation()
  const [card, setCard] = useState<TypedCard>({ number: '', expiry: '', code: '' })
  const [saves, setSaves] = useState(false)
  const [tried, setTried] = useState(false)
  const faults = faultsOf(card, new Date(serverNow()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (faults.length === 0) onCard(card, saves)
  }
  const field = (name: keyof TypedCard, show: (text: string) => string) => ({
    label: t(`pay.card.${name}`),
    value: card[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setCard({ ...card, [name]: show(event.currentTarget.value) }),
    error: tried && faults.includes(name) ? t(`pay.card.${name}Fault`) : undefined,
    inputMode: 'numeric' as const,
    size: 'md' as const,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        {...field('number', showNumber)}
        className={classes.wide!}
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
      />
      <TextInput
        {...field('expiry', showExpiry)}
        autoComplete="cc-exp"
        placeholder={t('pay.card.expiryHint')}
      />
      <TextInput {...field('code', showCode)} autoComplete="cc-csc" type="password" />
      {mayBeSaved && (
        <Checkbox
          className={classes.wide!}
          label={t('pay.card.save')}
          checked={saves}
          onChange={(event) => setSaves(event.currentTarget.checked)}
        />
      )}
      <ChangeButton type="submit" className={classes.wide!} size="lg" fullWidth loading={pending}>
        {action}
      </ChangeButton>
      <p className={`${classes.quiet} ${classes.wide} ${classes.safe}`}>
        <IconLock size={16} stroke={1.75} aria-hidden="true" />
        {t('pay.card.safe')}
      </p>
    </form>
  )
}
