import { NativeSelect } from '@mantine/core'
import type { EnergyFault } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { currentBounds, groupBounds, stepBounds } from '../drawing/bounds.ts'
import type { OutletDraft, SiteDraft } from '../drawing/draft.ts'
import { PhasesSelect } from '../drawing/phases-select.tsx'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './editing.module.css'

interface OutletRowsProps {
  draft: SiteDraft
  faults: readonly EnergyFault[]
  onChange: (outlets: readonly OutletDraft[]) => void
}

/** Where each EVSE of the location hangs, how it is wired, and what it gives without a connection. */
export function OutletRows({ draft, faults, onChange }: OutletRowsProps) {
  const { t } = useTranslation()
  const { outlets } = draft
  if (outlets.length === 0) return <p className={classes.hint}>{t('energy.empty.noStations')}</p>
  return (
    <ul className={classes.outlets} aria-label={t('energy.outlet.title')}>
      {outlets.map((outlet, nth) => {
        const { station_id, evse } = outlet.evse
        return (
          <OutletRow
            key={`${station_id} ${evse}`}
            outlet={outlet}
            draft={draft}
            faults={faults.filter((one) => one.station_id === station_id && one.evse === evse)}
            onChange={(part) => onChange(outlets.map((one, at) => (at === nth ? { ...one, ...part } : one)))}
          />
        )
      })}
    </ul>
  )
}

interface OutletRowProps {
  outlet: OutletDraft
  draft: SiteDraft
  faults: readonly EnergyFault[]
  onChange: (part: Partial<OutletDraft>) => void
}

function OutletRow({ outlet, draft, faults, onChange }: OutletRowProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const name = words.evseName(outlet.evse)
  const { circuit } = outlet
  const phases = faults.find(({ kind }) => kind === 'phases')
  const rest = faults.filter(({ kind }) => kind !== 'phases')
  return (
    <li className={classes.outlet}>
      <div className={classes.outletHead}>
        <span className={classes.outletName} title={outlet.evse.station_id}>
          {name}
        </span>
        <span className={classes.hint}>
          {outlet.evse.station_id} ·{' '}
          {t('energy.setup.power', {
            current: t(`energy.setup.${outlet.evse.current}`),
            power: words.number(outlet.evse.power),
          })}
        </span>
      </div>
      <div className={classes.wiring}>
        <NativeSelect
          size="xs"
          aria-label={t('energy.outlet.circuitOf', { name })}
          value={circuit ?? ''}
          onChange={(event) => onChange({ circuit: event.currentTarget.value || null })}
          data={[
            ...draft.circuits.map((one) => ({ value: one.id, label: one.name })),
            { value: '', label: t('energy.outlet.nowhere') },
          ]}
        />
        {circuit !== null && (
          <>
            <PhasesSelect
              label={t('energy.outlet.phasesOf', { name })}
              value={outlet.phases}
              onChange={(next) => onChange({ phases: next })}
              error={phases && words.faults([phases])[0]}
            />
            <Currents
              outlet={outlet}
              name={name}
              hasGroups={draft.strategy === 'priority'}
              onChange={onChange}
            />
          </>
        )}
      </div>
      {circuit === null && <p className={classes.hint}>{t('energy.setup.left')}</p>}
      {words.faults(rest).map((line) => (
        <p key={line} className={classes.error} role="alert">
          {line}
        </p>
      ))}
    </li>
  )
}

interface CurrentsProps {
  outlet: OutletDraft
  name: string
  hasGroups: boolean
  onChange: (part: Partial<OutletDraft>) => void
}

const currents = [
  ['most', currentBounds],
  ['floor', currentBounds],
  ['least', currentBounds],
  ['step', stepBounds],
] as const

function Currents({ outlet, name, hasGroups, onChange }: CurrentsProps) {
  const { t } = useTranslation()
  return (
    <>
      {currents.map(([field, bounds]) => (
        <NumberField
          key={field}
          size="xs"
          label={t(`energy.outlet.field.${field}`)}
          aria-label={t(`energy.outlet.${field}Of`, { name })}
          value={outlet[field]}
          onChange={(a) => onChange({ [field]: a })}
          {...bounds}
          error={outlet[field] === '' && t('rules.required')}
        />
      ))}
      {hasGroups && (
        <NumberField
          size="xs"
          label={t('energy.outlet.field.group')}
          aria-label={t('energy.outlet.groupOf', { name })}
          value={outlet.group}
          onChange={(group) => onChange({ group })}
          {...groupBounds}
        />
      )}
    </>
  )
}
