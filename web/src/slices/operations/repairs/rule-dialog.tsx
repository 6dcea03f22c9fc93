import { MultiSelect, Select, TextInput } from '@mantine/core'
import {
  contract,
  incidentKinds,
  type RepairRule,
  type RepairRuleBody,
  repairRuleBody,
  repairs,
} from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { LocationChoice } from '../../../ui/fields/location-choice.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { rulesQuery } from './repair-queries.ts'
import classes from './repairs.module.css'
import { useModes } from './use-modes.ts'

type Draft = Omit<RepairRuleBody, 'after_minutes' | 'helped_minutes' | 'station_most'> &
  Record<'after_minutes' | 'helped_minutes' | 'station_most', number | ''>

const empty: Draft = {
  name: '',
  repair: 'reset',
  mode: 'dry_run',
  kinds: [],
  locations: [],
  after_minutes: 15,
  helped_minutes: 15,
  station_most: 2,
}

/** Adds a rule, which begins in dry run, or changes one. */
export function RuleDialog({ rule, onClose }: { rule: RepairRule | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>(rule ?? empty)
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const save = useChange({
    mutationFn: (body: RepairRuleBody) =>
      rule
        ? request(contract.repairCalls.changeRule, { params: { id: rule.id }, body })
        : request(contract.repairCalls.addRule, { body }),
    onSuccess: (rules) => {
      client.setQueryData(rulesQuery.queryKey, rules)
      onClose()
    },
  })
  return (
    <FormDialog
      title={rule ? t('repairs.changeOf', { name: rule.name }) : t('repairs.add')}
      action={rule ? t('repairs.save') : t('repairs.add')}
      body={repairRuleBody.safeParse(draft).data}
      change={save}
      onClose={onClose}
    >
      <TextInput
        label={t('repairs.name')}
        value={draft.name}
        onChange={(event) => put({ name: event.currentTarget.value })}
        maxLength={100}
        required
        data-autofocus
      />
      <Select
        label={t('repairs.repair')}
        description={t(`repairs.libraryHint.${draft.repair}`)}
        data={repairs.map((value) => ({ value, label: t(`repairs.library.${value}`) }))}
        value={draft.repair}
        onChange={(repair) => repair && put({ repair })}
        allowDeselect={false}
      />
      <Which draft={draft} onChange={put} />
      <Numbers draft={draft} onChange={put} />
      {rule ? <Mode draft={draft} onChange={put} /> : <p className={classes.quiet}>{t('repairs.begins')}</p>}
    </FormDialog>
  )
}

interface PartProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
}

function Which({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <MultiSelect
        label={t('repairs.kinds')}
        placeholder={draft.kinds.length === 0 ? t('alerts.allKinds') : ''}
        data={incidentKinds.map((value) => ({ value, label: t(`alerts.kind.${value}`) }))}
        value={draft.kinds}
        onChange={(kinds) => onChange({ kinds })}
        searchable
        hidePickedOptions
      />
      <LocationChoice
        label={t('alerts.locations')}
        description={t('alerts.locationsHint')}
        value={draft.locations}
        onChange={(locations) => onChange({ locations })}
      />
    </>
  )
}

const bounds = {
  after_minutes: { min: 0, max: 1440 },
  helped_minutes: { min: 1, max: 1440 },
  station_most: { min: 1, max: 20 },
} as const

function Numbers({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  return (['after_minutes', 'helped_minutes', 'station_most'] as const).map((field) => (
    <NumberField
      key={field}
      label={t(`repairs.${field}`)}
      value={draft[field]}
      {...bounds[field]}
      onChange={(next) => onChange({ [field]: next })}
      error={draft[field] === '' && t('rules.required')}
    />
  ))
}

function Mode({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div>
      <p className={classes.label} id={id}>
        {t('repairs.modeLabel')}
      </p>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        value={draft.mode}
        onChange={(mode) => onChange({ mode })}
        data={useModes()}
      />
      <p className={classes.quiet}>{t(`repairs.modeHint.${draft.mode}`)}</p>
    </div>
  )
}
