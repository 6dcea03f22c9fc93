import { Switch, TextInput } from '@mantine/core'
import { guaranteedW } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { fits } from '../../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { deviceBounds, kilowattBounds } from '../drawing/bounds.ts'
import type { ReductionPart } from '../drawing/draft.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './editing.module.css'

interface ReductionFieldsProps {
  reduction: ReductionPart | null
  /** EVSEs of the location: each is a controllable device */
  evses: number
  onChange: (reduction: ReductionPart | null) => void
}

/** Whether the grid operator may take power back here, and what it has to leave (§ 14a EnWG). */
export function ReductionFields({ reduction, evses, onChange }: ReductionFieldsProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('gridReductions.title')}>
      <div className={classes.others}>
        <Switch
          label={t('gridReductions.setting.on')}
          description={t('gridReductions.setting.onHint')}
          checked={reduction !== null}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? { devices: Math.max(1, evses), heat: 0, others: 0, source: '' }
                : null,
            )
          }
        />
        {reduction && <Fields reduction={reduction} onChange={onChange} />}
      </div>
    </Panel>
  )
}

interface FieldsProps {
  reduction: ReductionPart
  onChange: (reduction: ReductionPart) => void
}

function Fields({ reduction, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const { devices, heat, others, source } = reduction
  const change = (part: Partial<ReductionPart>) => onChange({ ...reduction, ...part })
  const isWhole = devices !== '' && fits(devices, deviceBounds) && heat !== '' && fits(heat, kilowattBounds)
  return (
    <>
      <div className={classes.pair}>
        <NumberField
          label={t('gridReductions.setting.devices')}
          description={t('gridReductions.setting.devicesHint')}
          value={devices}
          onChange={(next) => change({ devices: next })}
          {...deviceBounds}
        />
        <NumberField
          label={t('gridReductions.setting.heat')}
          description={t('gridReductions.setting.heatHint')}
          value={heat}
          onChange={(next) => change({ heat: next })}
          {...kilowattBounds}
        />
        <NumberField
          label={t('gridReductions.setting.others')}
          description={t('gridReductions.setting.othersHint')}
          value={others}
          onChange={(next) => change({ others: next })}
          {...kilowattBounds}
        />
        <TextInput
          label={t('gridReductions.source')}
          description={t('gridReductions.setting.sourceHint')}
          maxLength={100}
          value={source}
          onChange={(event) => change({ source: event.currentTarget.value })}
        />
      </div>
      {isWhole && (
        <p className={classes.label}>
          {t('gridReductions.guaranteed', {
            least: words.kilowatts(guaranteedW({ devices, heat_w: Math.round(heat * 1000) })),
          })}
        </p>
      )}
    </>
  )
}
