import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContractsPanel } from '../../slices/money/contracts/contracts-panel.tsx'
import { DebtRulesPanel } from '../../slices/money/contracts/debt-rules-panel.tsx'
import { IdlePanel } from '../../slices/money/contracts/idle-panel.tsx'
import { LegalPanel } from '../../slices/money/contracts/legal-panel.tsx'
import { RatesPanel } from '../../slices/money/contracts/rates-panel.tsx'
import { TerminalsPanel } from '../../slices/money/payments/terminals-panel.tsx'
import { LocationSelect } from '../../slices/places/locations/list/location-select.tsx'
import { type Owner, OwnerPicker } from '../../slices/places/locations/owner-picker.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
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
        locationPicker={(chosen, onChange) => (
          <LocationSelect chosen={chosen} onChange={onChange} label={{ required: false }} />
        )}
      />
      <DebtRulesPanel />
      <LegalPanel />
      <TerminalsPanel
        locationPicker={(chosen, onChange) => (
          <LocationSelect chosen={chosen} onChange={onChange} label={{ required: true }} />
        )}
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
