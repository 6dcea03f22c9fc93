import { ActionIcon, Button, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { IconPlus, IconTrash } from '../../../../ui/pictures/icons.ts'
import { channelsQuery, peopleQuery } from '../alert-queries.ts'
import { emptyStep, type StepDraft, tellsSomebody } from './rule-draft.ts'
import classes from './rules.module.css'

interface RuleStepsProps {
  steps: readonly StepDraft[]
  onChange: (steps: StepDraft[]) => void
}

const stepsMost = 5

/** Who hears of it, and who next where nobody acknowledges. */
export function RuleSteps({ steps, onChange }: RuleStepsProps) {
  const { t } = useTranslation()
  const next = Math.max(...steps.map(({ key }) => key)) + 1
  return (
    <div className={classes.steps}>
      {steps.map((step, at) => (
        <Step
          key={step.key}
          step={step}
          at={at}
          onChange={(part) =>
            onChange(steps.map((one) => (one.key === step.key ? { ...one, ...part } : one)))
          }
          onRemove={
            steps.length > 1 ? () => onChange(steps.filter(({ key }) => key !== step.key)) : undefined
          }
        />
      ))}
      {steps.length < stepsMost && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => onChange([...steps, emptyStep(next)])}
        >
          {t('alerts.addStep')}
        </Button>
      )}
    </div>
  )
}

interface StepProps {
  step: StepDraft
  at: number
  onChange: (part: Partial<StepDraft>) => void
  onRemove: (() => void) | undefined
}

function Step({ step, at, onChange, onRemove }: StepProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.step}>
      <legend className={classes.legend}>{t('alerts.step', { n: at + 1 })}</legend>
      {onRemove && (
        <ActionIcon
          className={classes.remove!}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('alerts.removeStep', { n: at + 1 })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      )}
      {at === 0 ? (
        <p className={classes.quiet}>{t('alerts.atOnce')}</p>
      ) : (
        <NumberField
          label={t('alerts.after')}
          value={step.after}
          min={0}
          max={1440}
          onChange={(after) => onChange({ after })}
          error={step.after === '' && t('rules.required')}
        />
      )}
      <Receivers step={step} onChange={onChange} />
      {!tellsSomebody(step) && <p className={classes.quiet}>{t('alerts.tellsNobody')}</p>}
    </fieldset>
  )
}

/** The people and channels of a step. */
function Receivers({ step, onChange }: Pick<StepProps, 'step' | 'onChange'>) {
  const { t } = useTranslation()
  const people = (useQuery(peopleQuery).data ?? []).map(({ id, name, email }) => ({
    value: String(id),
    label: name && name !== email ? `${name} · ${email}` : email,
  }))
  const channels = (useQuery(channelsQuery).data ?? []).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))
  return (
    <>
      <MultiSelect
        label={t('alerts.byMail')}
        data={people}
        value={step.mail}
        onChange={(mail) => onChange({ mail })}
        searchable
        hidePickedOptions
      />
      <MultiSelect
        label={t('alerts.byPush')}
        data={people}
        value={step.push}
        onChange={(push) => onChange({ push })}
        searchable
        hidePickedOptions
      />
      <MultiSelect
        label={t('alerts.byChannel')}
        placeholder={channels.length === 0 ? t('alerts.noChannels') : ''}
        data={channels}
        value={step.channels}
        onChange={(chosen) => onChange({ channels: chosen })}
        searchable
        hidePickedOptions
      />
    </>
  )
}
