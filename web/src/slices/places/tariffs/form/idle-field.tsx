import { useTranslation } from 'react-i18next'
import { IdleFields } from '../../../../ui/fields/idle-fields.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import classes from './idle-field.module.css'
import type { PriceForm } from './price-form.ts'

interface IdleFieldProps {
  form: PriceForm
  set: (change: Partial<PriceForm>) => void
}

/** The idle fee: the location's, the tariff's own, or none. */
export function IdleField({ form: { idleFrom, idle }, set }: IdleFieldProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.idle}>
      <legend className={classes.title}>{t('tariffs.idle.label')}</legend>
      <SegmentedControl
        aria-label={t('tariffs.idle.label')}
        value={idleFrom}
        onChange={(next) => set({ idleFrom: next })}
        data={[
          { value: 'location', label: t('tariffs.idle.same') },
          { value: 'own', label: t('tariffs.idle.own') },
          { value: 'none', label: t('tariffs.idle.none') },
        ]}
      />
      <p className={classes.note}>{t('tariffs.idle.hint')}</p>
      {idleFrom === 'own' && (
        <div className={classes.fields}>
          <IdleFields values={idle} change={(part) => set({ idle: { ...idle, ...part } })} />
        </div>
      )}
    </fieldset>
  )
}
