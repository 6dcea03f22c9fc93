import { Button, TextInput } from '@mantine/core'
import type { ChargePlan } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../../../api/live/server-clock.ts'
import { useChange } from '../../../../../api/use-change.ts'
import { ChangeButton } from '../../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../../ui/forms/form-error.tsx'
import classes from '../../pay.module.css'
import { planQuery, saveNeed } from './need-call.ts'
import { useNeedWords } from './need-words.ts'
import { clockOf, nextTime } from './next-time.ts'

/** Says what the car has and why, and asks when it leaves, where the location shares its current out; nothing elsewhere. */
export function NeedPanel({ token }: { token: string }) {
  const { t } = useTranslation()
  const words = useNeedWords()
  const { data: plan } = useQuery(planQuery(token))
  const [isOpen, setIsOpen] = useState(false)
  if (!plan?.controlled) return null
  const forecast = words.forecast(plan)
  return (
    <section className={classes.panel} aria-label={t('pay.need.title')}>
      <div role="status" className={classes.above}>
        {plan.now && <p className={classes.strong}>{words.now(plan.now)}</p>}
        {forecast && <p>{forecast}</p>}
      </div>
      {isOpen || !plan.need ? (
        <NeedForm plan={plan} token={token} onDone={() => setIsOpen(false)} />
      ) : (
        <Button size="md" fullWidth variant="default" onClick={() => setIsOpen(true)}>
          {t('pay.need.change')}
        </Button>
      )}
    </section>
  )
}

interface FormProps {
  plan: ChargePlan
  token: string
  onDone: () => void
}

/** A number of kWh or percent as it was typed; null: none; undefined: it is no such number. */
function amountOf(text: string, most: number): number | null | undefined {
  if (text.trim() === '') return null
  const value = Number(text.replace(',', '.'))
  return value > 0 && value <= most ? value : undefined
}

/** What is typed in the form, and what becomes of it. */
function useNeedForm({ plan, token, onDone }: FormProps) {
  const client = useQueryClient()
  const { need, asks_percent: asksPercent } = plan
  const [clock, setClock] = useState(need ? clockOf(new Date(need.departs_at)) : '')
  const kept = asksPercent ? need?.percent : need?.energy && need.energy / 1000
  const [amount, setAmount] = useState(kept ? String(kept) : '')
  const [tried, setTried] = useState(false)
  const change = useChange({
    mutationFn: (given: Parameters<typeof saveNeed>[1]) => saveNeed(token, given),
    onSuccess: (next: ChargePlan) => {
      client.setQueryData(planQuery(token).queryKey, next)
      onDone()
    },
  })
  const departs = nextTime(clock, serverNow())
  const value = amountOf(amount, asksPercent ? 100 : 300)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!departs || value === undefined) return
    const whole = value === null ? null : Math.round(asksPercent ? value : value * 1000)
    change.mutate({
      departs_at: departs.toISOString(),
      energy: asksPercent ? null : whole,
      percent: asksPercent ? whole : null,
    })
  }
  const faults = { time: tried && !departs, amount: tried && value === undefined }
  return { clock, setClock, amount, setAmount, change, submit, faults }
}

function NeedForm({ plan, token, onDone }: FormProps) {
  const { t } = useTranslation()
  const { need, asks_percent: asksPercent } = plan
  const { clock, setClock, amount, setAmount, change, submit, faults } = useNeedForm({ plan, token, onDone })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={`${classes.quiet} ${classes.wide}`}>{t('pay.need.hint')}</p>
      <TextInput
        type="time"
        size="md"
        label={t('pay.need.leaves')}
        value={clock}
        onChange={(event) => setClock(event.currentTarget.value)}
        error={faults.time ? t('pay.need.timeFault') : undefined}
      />
      <TextInput
        size="md"
        inputMode="decimal"
        label={t(asksPercent ? 'pay.need.percent' : 'pay.need.energy')}
        placeholder={t('pay.need.any')}
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        error={faults.amount ? t('pay.need.amountFault') : undefined}
      />
      <ChangeButton
        type="submit"
        size="md"
        className={classes.wide ?? ''}
        variant="default"
        loading={change.isPending}
      >
        {t('pay.need.save')}
      </ChangeButton>
      {need && (
        <Button
          size="md"
          className={classes.wide ?? ''}
          variant="subtle"
          color="gray"
          loading={change.isPending}
          onClick={() => change.mutate(null)}
        >
          {t('pay.need.takeBack')}
        </Button>
      )}
      {change.isError && (
        <div className={classes.wide}>
          <FormError error={change.error} />
        </div>
      )}
    </form>
  )
}
