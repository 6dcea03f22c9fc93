import { useTranslation } from 'react-i18next'
import classes from './command-panel.module.css'
import type { Fault } from './form/schema.ts'

const known = [
  'additionalProperties',
  'enum',
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minimum',
  'multipleOf',
  'required',
  'type',
] as const

/** The faults of a payload in the shown language. */
export function useFaultText(): (fault: Fault) => string {
  const { t } = useTranslation()
  return ({ keyword, params }) => {
    const word = known.find((one) => one === keyword)
    if (!word) return t('command.fault.other', { keyword })
    const what = String(
      params.missingProperty ??
        params.additionalProperty ??
        params.limit ??
        params.multipleOf ??
        params.type ??
        params.format ??
        '',
    )
    return t(`command.fault.${word}`, { what })
  }
}

/** The faults of a payload, each with its place. */
export function FaultList({ faults }: { faults: readonly Fault[] }) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  const shown = faults.slice(0, 6)
  return (
    <ul className={classes.faults}>
      {shown.map((fault) => (
        <li key={`${fault.path} ${fault.keyword} ${JSON.stringify(fault.params)}`}>
          {fault.path && <code>{fault.path}</code>} {faultText(fault)}
        </li>
      ))}
      {faults.length > shown.length && (
        <li>{t('command.fault.more', { count: faults.length - shown.length })}</li>
      )}
    </ul>
  )
}
