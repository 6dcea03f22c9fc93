import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContractsPanel } from '../slices/contracts/contracts-panel.tsx'
import { DebtRulesPanel } from '../slices/contracts/debt-rules-panel.tsx'
import { IdlePanel } from '../slices/contracts/idle-panel.tsx'
import { LegalPanel } from '../slices/contracts/legal-panel.tsx'
import { RatesPanel } from '../slices/contracts/rates-panel.tsx'
import { LocationSelect } from '../slices/locations/location-select.tsx'
import { type Owner, OwnerPicker } from '../slices/locations/owner-picker.tsx'
import { TerminalsPanel } from '../slices/payments/terminals-panel.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import classes from './contracts-page.module.css'

/** What was agreed on with owners and banks, and who the network is; for administrators. */
export function ContractsPage() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PageHeader title={t('contracts.title')} facts={t('contracts.facts')} />
      <ContractsPanel ownerPicker={(onChange) => <ContractOwner onChange={onChange} />} />
      <RatesPanel />
      <IdlePanel
        locationPicker={(chosen, onChange) => <LocationSelect chosen={chosen} onChange={onChange} />}
      />
      <DebtRulesPanel />
      <LegalPanel />
      <TerminalsPanel
        locationPicker={(chosen, onChange) => <LocationSelect chosen={chosen} onChange={onChange} />}
      />
    </div>
  )
}

function ContractOwner({ onChange }: { onChange: (id: number | null) => void }) {
  const { t } = useTranslation()
  const [owner, setOwner] = useState<Owner | null>(null)
  return (
    <OwnerPicker
      label={t('contracts.columns.owner')}
      owner={owner}
      onChange={(chosen) => {
        setOwner(chosen)
        onChange(chosen?.id ?? null)
      }}
    />
  )
}
