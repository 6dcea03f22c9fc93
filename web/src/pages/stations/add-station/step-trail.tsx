import { useTranslation } from 'react-i18next'
import { IconCheck } from '../../../ui/pictures/icons.ts'
import classes from './add-station-page.module.css'
import type { WizardStep } from './steps.ts'

const stops = ['model', 'confirm', 'connect'] as const
const stopOf: Record<WizardStep, number> = { 0: 0, 1: 0, 99: 1, 3: 2 }

/** How far the wizard has come. */
export function StepTrail({ step }: { step: WizardStep }) {
  const { t } = useTranslation()
  const present = stopOf[step]
  return (
    <ol className={classes.trail} aria-label={t('wizard.trail.label')}>
      {stops.map((stop, at) => (
        <li
          key={stop}
          aria-current={at === present ? 'step' : undefined}
          data-done={at < present || undefined}
        >
          <span className={classes.mark} aria-hidden="true">
            {at < present ? <IconCheck size={12} stroke={2.5} /> : at + 1}
          </span>
          {t(`wizard.trail.${stop}`)}
        </li>
      ))}
    </ol>
  )
}
