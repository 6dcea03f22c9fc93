import { Button } from '@mantine/core'
import type { Admission } from '@stationmaster/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHelpConfig } from '../../../api/use-help-config.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import classes from '../../../ui/forms/steps.module.css'
import { Step, Steps } from '../../../ui/forms/steps.tsx'
import { PayoutDialog } from './payout-dialog.tsx'

interface AdmissionStepsProps {
  ownerId: number
  admission: Admission
  /** what is done about an address that is not confirmed */
  email: ReactNode
  /** what is done once nothing is missing */
  admit: ReactNode
  /** the owner reads other words than an administrator */
  isOwner: boolean
  narrow?: boolean
}

/** What an owner needs before they are let in, each with what there is to do. */
export function AdmissionSteps({
  ownerId,
  admission,
  email,
  admit,
  isOwner,
  narrow = false,
}: AdmissionStepsProps) {
  const { t } = useTranslation()
  const isDone = (step: Admission['missing'][number]) => !admission.missing.includes(step)
  return (
    <Steps label={t('owners.title')} narrow={narrow}>
      <Step done={isDone('email')} title={t('owners.step.email')}>
        {isDone('email') ? undefined : email}
      </Step>
      <Step done={isDone('contract')} title={t('owners.step.contract')}>
        <ContractWords contract={admission.contract} isOwner={isOwner} />
      </Step>
      <Step done={isDone('payout')} title={t('owners.step.payout')}>
        <Payout ownerId={ownerId} admission={admission} />
      </Step>
      <Step done={admission.admitted_at !== null} title={t('owners.step.admit')}>
        {admit}
      </Step>
    </Steps>
  )
}

function ContractWords({ contract, isOwner }: { contract: Admission['contract']; isOwner: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const phone = useHelpConfig()?.support_phone
  if (contract)
    return t('owners.contract.inForce', {
      number: contract.number,
      fee: format.number(contract.agent_fee_percent, 2),
    })
  if (!isOwner)
    return (
      <Link to="/contracts" className={classes.link!}>
        {t('owners.contract.enter')}
      </Link>
    )
  return (
    <span>
      {t('owners.contract.waits')} {phone && t('dashboard.start.phone', { phone })}
    </span>
  )
}

/** Where takings go, and a form to change that. */
export function Payout({ ownerId, admission }: { ownerId: number; admission: Admission }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { payout, can } = admission
  return (
    <>
      {payout ? <PayoutWords payout={payout} /> : t('owners.payout.missing')}
      {can.change_payout && (
        <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
          {t(payout?.from === 'details' ? 'owners.payout.change' : 'owners.payout.enter')}
        </Button>
      )}
      {asking && <PayoutDialog ownerId={ownerId} known={payout} onClose={() => setAsking(false)} />}
    </>
  )
}

function PayoutWords({ payout }: { payout: NonNullable<Admission['payout']> }) {
  const { t } = useTranslation()
  const { holder, bank_name: bank, account_number: account, bic } = payout
  if (payout.from === 'plan') return t('owners.payout.withPlan', { bank })
  return <span>{[holder, bank, inGroups(account ?? ''), bic].filter(Boolean).join(', ')}</span>
}

/** An IBAN as it is written on paper: in groups of four. */
const inGroups = (account: string): string =>
  /^[A-Z]/.test(account) ? (account.match(/.{1,4}/g) ?? []).join('\u00a0') : account
