import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../../api/calls/api-error.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { UnsavedGuard } from '../../../../ui/forms/unsaved-guard.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { bodyOf } from '../drawing/draft.ts'
import type { ViewEvse } from '../drawing/guess.ts'
import { Refusal } from '../drawing/refusal.tsx'
import { useSaveSite } from '../energy-queries.ts'
import { CheckStep } from './check-step.tsx'
import { DrawnAlready, EditButton } from './drawn-already.tsx'
import { FuseStep } from './fuse-step.tsx'
import classes from './setup.module.css'
import { proposedOf, type SimpleSite, siteOf } from './simple-site.ts'
import { StationsStep } from './stations-step.tsx'

interface WizardProps {
  locationId: number
  evses: readonly ViewEvse[]
  /** a wiring has been saved already */
  isDrawn: boolean
  onSaved: () => void
  onClose: () => void
}

const steps = ['fuse', 'stations', 'check'] as const
const screens = { fuse: FuseStep, stations: StationsStep, check: CheckStep }

/** Draws a simple site in three steps, where nobody has drawn one before. */
export function SiteWizard({ isDrawn, ...props }: WizardProps) {
  // what the steps themselves save changes it
  const [wasDrawn] = useState(isDrawn)
  return wasDrawn ? <DrawnAlready locationId={props.locationId} /> : <Steps {...props} />
}

/** One fuse, the EVSEs behind it, and the check that it is safe. */
function Steps({ locationId, evses, onSaved, onClose }: Omit<WizardProps, 'isDrawn'>) {
  const { t } = useTranslation()
  const save = useSaveSite(locationId)
  const [step, setStep] = useState(0)
  const [site, setSite] = useState<SimpleSite>(() => proposedOf(t('energy.setup.grid'), evses))
  const [isTouched, setTouched] = useState(false)
  const name = steps[step] ?? 'check'
  const Screen = screens[name]
  // what somebody has drawn before stays
  const { body } = bodyOf(siteOf(site), 0)
  const change = (part: Partial<SimpleSite>) => {
    setTouched(true)
    save.reset()
    setSite((before) => ({ ...before, ...part }))
  }
  const submit = () => {
    if (step < 2) setStep(step + 1)
    else if (body) save.mutate(body, { onSuccess: onSaved })
  }
  return (
    <Panel title={t('energy.setup.title')}>
      <UnsavedGuard dirty={isTouched} />
      <StepList step={step} />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Screen site={site} onChange={change} />
        {save.isError && <Refusal error={save.error} />}
        {codeOf(save.error) === 'energy.changed' && (
          <div>
            <EditButton locationId={locationId} />
          </div>
        )}
        {!body && <p className={classes.hint}>{t('energy.incomplete')}</p>}
        <div className={classes.foot}>
          <Button variant="default" onClick={step === 0 ? onClose : () => setStep(step - 1)}>
            {t(step === 0 ? 'common.cancel' : 'common.back')}
          </Button>
          <ChangeButton type="submit" disabled={!body} loading={save.isPending}>
            {t(step < 2 ? 'energy.setup.next' : 'energy.save')}
          </ChangeButton>
        </div>
      </form>
    </Panel>
  )
}

function StepList({ step }: { step: number }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.steps} aria-label={t('energy.setup.steps')}>
      {steps.map((name, nth) => (
        <li key={name} aria-current={nth === step ? 'step' : undefined} data-done={nth < step || undefined}>
          <span className={classes.number} aria-hidden="true">
            {nth + 1}
          </span>
          {t(`energy.setup.step.${name}`)}
        </li>
      ))}
    </ol>
  )
}
