import { MultiSelect, Select, Switch, TextInput } from '@mantine/core'
import { type AlertRule, contract, incidentKinds, incidentSeverities } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { LocationChoice } from '../../../../ui/fields/location-choice.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { rulesQuery } from '../alert-queries.ts'
import { bodyOf, draftOf, newRule, type RuleDraft } from './rule-draft.ts'
import { RuleSteps } from './rule-steps.tsx'
import classes from './rules.module.css'

/** Adds a rule, or changes one. */
export function RuleDialog({ rule, onClose }: { rule: AlertRule | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => (rule ? draftOf(rule) : newRule()))
  const put = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }))
  const save = useChange({
    mutationFn: (body: NonNullable<ReturnType<typeof bodyOf>>) =>
      rule
        ? request(contract.alerts.changeRule, { params: { id: rule.id }, body })
        : request(contract.alerts.addRule, { body }),
    onSuccess: (rules) => {
      client.setQueryData(rulesQuery.queryKey, rules)
      onClose()
    },
  })
  return (
    <FormDialog
      title={rule ? t('alerts.changeOf', { name: rule.name }) : t('alerts.add')}
      action={rule ? t('alerts.save') : t('alerts.add')}
      body={bodyOf(draft)}
      change={save}
      onClose={onClose}
    >
      <TextInput
        label={t('alerts.name')}
        value={draft.name}
        onChange={(event) => put({ name: event.currentTarget.value })}
        maxLength={100}
        required
        data-autofocus
      />
      <Switch
        label={t('alerts.on')}
        checked={draft.on}
        onChange={(event) => put({ on: event.currentTarget.checked })}
      />
      <Which draft={draft} onChange={put} />
      <RuleSteps steps={draft.steps} onChange={(steps) => put({ steps })} />
      <Times draft={draft} onChange={put} />
    </FormDialog>
  )
}

interface PartProps {
  draft: RuleDraft
  onChange: (part: Partial<RuleDraft>) => void
}

const useSeverities = () => {
  const { t } = useTranslation()
  return incidentSeverities.map((value) => ({ value, label: t(`alerts.severities.${value}`) }))
}

/** Which incidents it is about. */
function Which({ draft, onChange }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('alerts.severity')}
        data={useSeverities()}
        value={draft.severity}
        onChange={(severity) => severity && onChange({ severity })}
        allowDeselect={false}
      />
      <MultiSelect
        label={t('alerts.kinds')}
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

/** When it tells, and what waits for others to go with it. */
function Times({ draft: { hours, urgent, digest }, onChange }: PartProps) {
  const { t } = useTranslation()
  const severities = useSeverities()
  return (
    <>
      <Switch
        label={t('alerts.hours')}
        description={t('alerts.hoursHint')}
        checked={hours !== null}
        onChange={(event) =>
          onChange({ hours: event.currentTarget.checked ? { from: '08:00', until: '20:00' } : null })
        }
      />
      {hours && (
        <>
          <div className={classes.pair}>
            <TextInput
              type="time"
              label={t('alerts.from')}
              value={hours.from}
              onChange={(event) => onChange({ hours: { ...hours, from: event.currentTarget.value } })}
              required
            />
            <TextInput
              type="time"
              label={t('alerts.until')}
              value={hours.until}
              onChange={(event) => onChange({ hours: { ...hours, until: event.currentTarget.value } })}
              required
            />
          </div>
          <Select
            label={t('alerts.urgent')}
            placeholder={t('alerts.urgentNone')}
            data={severities}
            value={urgent}
            onChange={(next) => onChange({ urgent: next })}
            clearable
            clearButtonProps={{ 'aria-label': t('common.clear') }}
          />
        </>
      )}
      <NumberField
        label={t('alerts.digest')}
        description={t('alerts.digestHint')}
        value={digest}
        min={0}
        max={1440}
        onChange={(next) => onChange({ digest: next })}
        error={digest === '' && t('rules.required')}
      />
    </>
  )
}
