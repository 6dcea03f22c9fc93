import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import classes from './limits.module.css'

interface EndFieldsProps<End extends string> {
  /** hours from now, an instant of its own (`at`), or until it is revoked */
  ends: readonly End[]
  end: End
  /** as a `datetime-local` control has it, in the location's time zone */
  at: string
  onChange: (part: { end?: End; at?: string }) => void
}

/** When something ends by itself. */
export function EndFields<End extends string>({ ends, end, at, onChange }: EndFieldsProps<End>) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useId()
  const nameOf = (value: End) => {
    if (value === 'at') return t('energy.limits.at')
    return value === 'revoked' ? t('gridReductions.revoked') : format.duration(Number(value) * 3600)
  }
  return (
    <div className={classes.end}>
      <span className={classes.label} id={id}>
        {t('energy.limits.ends')}
      </span>
      <SegmentedControl<End>
        aria-labelledby={id}
        value={end}
        onChange={(next) => onChange({ end: next })}
        fullWidth
        data={ends.map((value) => ({ value, label: nameOf(value) }))}
      />
      {end === 'at' && (
        <TextInput
          type="datetime-local"
          label={t('energy.limits.until')}
          value={at}
          onChange={(event) => onChange({ at: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
