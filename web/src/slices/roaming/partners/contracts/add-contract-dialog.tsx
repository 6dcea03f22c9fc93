import { Select, Text } from '@mantine/core'
import {
  contract,
  type PartnerContractTerms,
  type PartnerVat,
  partnerContractBody,
  partnerVats,
} from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { today } from '../../../../api/days.ts'
import { network } from '../../../../api/network.ts'
import { useChange } from '../../../../api/use-change.ts'
import { minorOf } from '../../../../ui/fields/amount-field.tsx'
import { DayField } from '../../../../ui/fields/day-field.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { useReloadRoaming } from '../partner-queries.ts'
import classes from '../partners.module.css'

/** Dearer and cheaper are one kind of contract, with a percent above or below zero. */
const kinds = ['public', 'dearer', 'cheaper', 'tariff'] as const
type Kind = (typeof kinds)[number]

interface AddContractDialogProps {
  partnerId: number
  agreed: { suggested_vat: PartnerVat }
  onClose: () => void
}

/** A contract with a partner from a day on: its prices and who owes the VAT. */
export function AddContractDialog({ partnerId, agreed, onClose }: AddContractDialogProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(today())
  const [kind, setKind] = useState<Kind>('public')
  const [vat, setVat] = useState<PartnerVat>(agreed.suggested_vat)
  const [percent, setPercent] = useState<number | ''>('')
  const [price, setPrice] = useState<Price>({ tariff: '', rate: '', fee: '' })
  const isPercent = kind === 'dearer' || kind === 'cheaper'
  const body = partnerContractBody.safeParse({
    valid_from: from,
    charging: isPercent ? 'percent' : kind,
    vat,
    ...(isPercent ? { percent: kind === 'dearer' ? Number(percent) : 0 - Number(percent) } : {}),
    ...(kind === 'tariff' ? minorPrice(price) : {}),
  }).data
  const change = useAgree(partnerId, onClose)
  return (
    <FormDialog
      title={t('roaming.contracts.addTitle')}
      action={t('roaming.contracts.agree')}
      body={body}
      change={change}
      onClose={onClose}
    >
      <Text size="md">{t('roaming.contracts.text')}</Text>
      <div className={classes.pair}>
        <Text size="sm">{t('roaming.contracts.from')}</Text>
        <DayField label={t('roaming.contracts.from')} value={from} onChange={setFrom} />
      </div>
      <SegmentedControl
        aria-label={t('roaming.contracts.prices')}
        value={kind}
        onChange={setKind}
        data={kinds.map((value) => ({ value, label: t(`roaming.contracts.chargings.${value}`) }))}
      />
      {isPercent && (
        <NumberField
          label={t('roaming.contracts.percent')}
          value={percent}
          onChange={setPercent}
          min={1}
          max={kind === 'dearer' ? 900 : 99}
          required
        />
      )}
      {kind === 'tariff' && <PriceFields price={price} onChange={setPrice} />}
      <Select
        label={t('roaming.contracts.vat')}
        description={t(`roaming.contracts.vatHint.${vat}`)}
        data={partnerVats.map((value) => ({ value, label: t(`roaming.contracts.vats.${value}`) }))}
        value={vat}
        onChange={(value) => value && setVat(value)}
        allowDeselect={false}
      />
    </FormDialog>
  )
}

function useAgree(id: number, onDone: () => void) {
  const reload = useReloadRoaming()
  return useChange({
    mutationFn: (body: PartnerContractTerms, idempotency) =>
      request(contract.partnerContracts.add, { params: { id }, body, idempotency }),
    onSuccess: () => {
      void reload()
      onDone()
    },
  })
}

/** In major units; '' is none. */
type Price = Record<'tariff' | 'rate' | 'fee', number | ''>

const minorPrice = ({ tariff, rate, fee }: Price) => ({
  tariff: tariff === '' ? null : minorOf(tariff),
  rate: minorOf(rate),
  start_fee: minorOf(fee),
})

function PriceFields({ price, onChange }: { price: Price; onChange: (price: Price) => void }) {
  const { t } = useTranslation()
  return (['tariff', 'rate', 'fee'] as const).map((part) => (
    <NumberField
      key={part}
      label={t(`drivers.groups.${part}`, { currency: network.currencySign })}
      value={price[part]}
      onChange={(value) => onChange({ ...price, [part]: value })}
      min={0}
      max={100_000}
      decimals={2}
      required={part === 'tariff'}
    />
  ))
}
