import { Alert, Button, Checkbox, Textarea } from '@mantine/core'
import { contract, type Driver, topUpBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, codeOf } from '../../../api/calls/api-error.ts'
import { request } from '../../../api/calls/request.ts'
import { network } from '../../../api/network.ts'
import { useChange } from '../../../api/use-change.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { IconLock, IconLockOpen, IconWallet } from '../../../ui/pictures/icons.ts'
import { useReloadDrivers } from './driver-queries.ts'
import { TermsButton } from './fleets/terms-dialog.tsx'

const longest = 500

/** The actions of an administrator on a driver. */
export function DriverActions({ driver }: { driver: Driver }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'block' | 'topUp' | null>(null)
  const close = () => setOpen(null)
  const isBlocked = driver.blocked_at !== null
  return (
    <>
      <Button
        variant="default"
        leftSection={isBlocked ? <IconLockOpen size={16} /> : <IconLock size={16} />}
        onClick={() => setOpen('block')}
      >
        {t(isBlocked ? 'drivers.unblock.action' : 'drivers.block.action')}
      </Button>
      <TermsButton driver={driver} />
      <Button leftSection={<IconWallet size={16} />} onClick={() => setOpen('topUp')}>
        {t('drivers.topUp.action')}
      </Button>
      {open === 'block' && <BlockDialog driver={driver} onClose={close} />}
      {open === 'topUp' && <TopUpDialog driver={driver} onClose={close} />}
    </>
  )
}

interface DialogProps {
  driver: Driver
  onClose: () => void
}

function useReason() {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const field = (
    <Textarea
      label={t('drivers.reason')}
      description={t('drivers.reasonHint')}
      required
      autosize
      minRows={2}
      maxLength={longest}
      value={reason}
      onChange={(event) => setReason(event.currentTarget.value)}
    />
  )
  return { reason: reason.trim(), field }
}

function BlockDialog({ driver: { id, blocked_at }, onClose }: DialogProps) {
  const { t } = useTranslation()
  const reload = useReloadDrivers()
  const { reason, field } = useReason()
  const blocked = blocked_at === null
  const change = useChange({
    mutationFn: (body: { blocked: boolean; reason: string }, idempotency) =>
      request(contract.drivers.blockToken, { params: { id }, body, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
  const words = blocked ? 'block' : 'unblock'
  return (
    <FormDialog
      title={t(`drivers.${words}.title`)}
      action={t(`drivers.${words}.action`)}
      hurts={blocked}
      body={reason === '' ? undefined : { blocked, reason }}
      change={change}
      onClose={onClose}
    >
      <p>{t(`drivers.${words}.text`)}</p>
      {field}
    </FormDialog>
  )
}

/** A payment into a driver's balance, or its correction; one that makes the balance negative must be confirmed. */
function useTopUp({ id }: Driver, reason: string, onClose: () => void) {
  const reload = useReloadDrivers()
  const [paid_by, setPaidBy] = useState<'transfer' | 'cash'>('transfer')
  const [takesBack, setTakesBack] = useState(false)
  const [amount, setAmount] = useState<number | ''>('')
  /** the amount that must be confirmed, and the balance without it */
  const [confirming, setConfirming] = useState<{ amount: number; available: number } | null>(null)
  const minor = Math.round((amount === '' ? 0 : amount) * 100)
  const signed = takesBack ? -minor : minor
  const toConfirm = confirming?.amount === signed ? confirming : null
  const body = topUpBody.safeParse({
    amount: signed,
    paid_by,
    reason,
    ...(toConfirm ? { confirmed: true } : {}),
  }).data
  const change = useChange({
    mutationFn: (given: NonNullable<typeof body>, idempotency) =>
      request(contract.drivers.topUp, { params: { id }, body: given, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
    onError: (error, given) => {
      if (error instanceof ApiError && codeOf(error) === 'driver.below_zero')
        setConfirming({ amount: given.amount, ...(error.details as { available: number }) })
    },
  })
  return {
    paidBy: paid_by,
    setPaidBy,
    takesBack,
    setTakesBack,
    amount,
    setAmount,
    toConfirm,
    body: body && minor > 0 ? body : undefined,
    change,
  }
}

function TopUpDialog({ driver, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { reason, field } = useReason()
  const topUp = useTopUp(driver, reason, onClose)
  const { paidBy, takesBack, toConfirm } = topUp
  const action = toConfirm ? 'takeBackAnyway' : takesBack ? 'takeBack' : 'submit'
  return (
    <FormDialog
      title={t('drivers.topUp.title')}
      action={t(`drivers.topUp.${action}`)}
      hurts={takesBack}
      body={topUp.body}
      change={topUp.change}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={t('drivers.topUp.kind')}
        value={paidBy}
        onChange={topUp.setPaidBy}
        data={(['transfer', 'cash'] as const).map((value) => ({
          value,
          label: t(`drivers.topUp.${value}`),
        }))}
      />
      <p>{t(`drivers.topUp.${paidBy}Text`)}</p>
      <NumberField
        label={t('drivers.topUp.amount', { currency: network.currencySign })}
        value={topUp.amount}
        onChange={topUp.setAmount}
        min={0.01}
        max={1_000_000}
        decimals={2}
        required
      />
      <Checkbox
        label={t('drivers.topUp.correction')}
        checked={takesBack}
        onChange={(event) => topUp.setTakesBack(event.currentTarget.checked)}
      />
      {field}
      {toConfirm && (
        <Alert color="yellow" role="status">
          {t('drivers.topUp.belowZero')} <Money minor={toConfirm.available} unit />
        </Alert>
      )}
    </FormDialog>
  )
}
