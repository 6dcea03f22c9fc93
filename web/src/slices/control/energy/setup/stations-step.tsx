import { Checkbox, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { currentBounds } from '../drawing/bounds.ts'
import type { OutletDraft } from '../drawing/draft.ts'
import { PhasesSelect } from '../drawing/phases-select.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import type { StepProps } from './fuse-step.tsx'
import classes from './setup.module.css'
import { rootId, turned } from './simple-site.ts'

/** Which EVSEs hang behind the fuse, and how they are wired, as their power lets guess. */
export function StationsStep({ site, onChange }: StepProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const change = (nth: number, part: Partial<OutletDraft>) =>
    onChange({ outlets: site.outlets.map((one, at) => (at === nth ? { ...one, ...part } : one)) })
  return (
    <div className={classes.fields}>
      <p className={classes.hint}>{t('energy.setup.guessed')}</p>
      <Switch
        label={t('energy.setup.turned')}
        description={t('energy.setup.turnedHint')}
        checked={site.areTurned}
        onChange={(event) => onChange(turned(site, event.currentTarget.checked))}
      />
      <ul className={classes.outlets} aria-label={t('energy.setup.stations')}>
        {site.outlets.map((outlet, nth) => {
          const name = words.evseName(outlet.evse)
          return (
            <li key={`${outlet.evse.station_id} ${outlet.evse.evse}`} className={classes.outlet}>
              <Checkbox
                label={name}
                description={t('energy.setup.power', {
                  current: t(`energy.setup.${outlet.evse.current}`),
                  power: words.number(outlet.evse.power),
                })}
                checked={outlet.circuit !== null}
                onChange={(event) => change(nth, { circuit: event.currentTarget.checked ? rootId : null })}
              />
              {outlet.circuit === null ? (
                <p className={classes.hint}>{t('energy.setup.left')}</p>
              ) : (
                <div className={classes.wiring}>
                  <PhasesSelect
                    label={t('energy.outlet.phasesOf', { name })}
                    value={outlet.phases}
                    onChange={(phases) => change(nth, { phases })}
                  />
                  <NumberField
                    size="xs"
                    aria-label={t('energy.outlet.mostOf', { name })}
                    suffix={`\u00a0${t('units.ampere')}`}
                    value={outlet.most}
                    onChange={(most) => change(nth, { most })}
                    {...currentBounds}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
