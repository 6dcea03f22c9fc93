import { Select, Switch } from '@mantine/core'
import { energyStrategies } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { currentBounds } from '../drawing/bounds.ts'
import type { Strategy } from '../drawing/draft.ts'
import { isOver, sumsOf } from '../drawing/sums.ts'
import { SumsTable } from '../drawing/sums-table.tsx'
import type { StepProps } from './fuse-step.tsx'
import classes from './setup.module.css'
import { floorOf, rootId, siteOf } from './simple-site.ts'

/** What EVSEs give without a connection, whether the fuse holds that, and how the current is shared out. */
export function CheckStep({ site, onChange }: StepProps) {
  const { t } = useTranslation()
  const sums = sumsOf(siteOf(site)).get(rootId) ?? []
  return (
    <div className={classes.fields}>
      <NumberField
        label={t('energy.setup.floor')}
        description={t('energy.setup.floorHint')}
        value={site.floor ?? floorOf(site)}
        onChange={(floor) => onChange({ floor })}
        {...currentBounds}
      />
      <SumsTable name={site.name} sums={sums} />
      <p className={classes.verdict} data-over={sums.some(isOver) || undefined} role="status">
        {t(sums.some(isOver) ? 'energy.check.unsafe' : 'energy.check.safe')}
      </p>
      <Select
        label={t('energy.strategy.label')}
        description={t(`energy.strategyHint.${site.strategy}`)}
        data={energyStrategies.map((value) => ({ value, label: t(`energy.strategy.${value}`) }))}
        value={site.strategy}
        onChange={(strategy) => strategy && onChange({ strategy: strategy as Strategy })}
        allowDeselect={false}
      />
      <Switch
        label={t('energy.enabled')}
        description={t('energy.enabledHint')}
        checked={site.enabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
      />
    </div>
  )
}
