import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { currentBounds } from '../drawing/bounds.ts'
import { alike, type Three } from '../drawing/draft.ts'
import classes from './setup.module.css'
import type { SimpleSite } from './simple-site.ts'

export interface StepProps {
  site: SimpleSite
  onChange: (part: Partial<SimpleSite>) => void
}

/** The fuse of the grid connection, and what of it is never given to cars. */
export function FuseStep({ site: { name, fuse, isAlike, reserve }, onChange }: StepProps) {
  const { t } = useTranslation()
  const shown = isAlike ? fuse.slice(0, 1) : fuse
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('energy.circuit.name')}
        value={name}
        maxLength={80}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className={classes.phases}>
        {shown.map((a, nth) => (
          <NumberField
            // biome-ignore lint/suspicious/noArrayIndexKey: the phases, in their order
            key={nth}
            label={isAlike ? t('energy.setup.fuse') : t('energy.circuit.fuseOn', { phase: nth + 1 })}
            value={a}
            onChange={(next) =>
              onChange({
                fuse: isAlike
                  ? alike(next)
                  : (fuse.map((one, at) => (at === nth ? next : one)) as unknown as Three),
              })
            }
            {...currentBounds}
            min={1}
          />
        ))}
      </div>
      <Checkbox
        label={t('energy.setup.alike')}
        checked={isAlike}
        onChange={(event) => onChange({ isAlike: event.currentTarget.checked, fuse: alike(fuse[0]) })}
      />
      <NumberField
        label={t('energy.setup.reserve')}
        description={t('energy.setup.reserveHint')}
        value={reserve}
        onChange={(next) => onChange({ reserve: next })}
        {...currentBounds}
      />
    </div>
  )
}
