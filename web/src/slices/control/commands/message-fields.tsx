import { Select, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import classes from './command-panel.module.css'
import { FaultList } from './fault-list.tsx'
import { type Command, faultsOf, leastOf, objectOf, textOf } from './form/schema.ts'
import { SchemaForm } from './form/schema-form.tsx'

const JsonEditor = lazy(() =>
  import('./form/json-editor.tsx').then(({ JsonEditor: default_ }) => ({ default: default_ })),
)

interface MessageFieldsProps {
  schemas: readonly Command[]
  action: string | null
  /** the payload as JSON */
  text: string
  onChange: (action: string | null, text: string) => void
}

/** Chooses an action of a version and writes its payload, as a form or as JSON. */
export function MessageFields({ schemas, action, text, onChange }: MessageFieldsProps) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<'form' | 'json'>('form')
  const command = schemas.find((one) => one.action === action)
  const payload = objectOf(text)
  const faults = command && payload ? faultsOf(command.schema, payload) : []
  const choose = (chosen: string | null) => {
    const schema = schemas.find((one) => one.action === chosen)?.schema
    onChange(chosen, schema ? textOf(leastOf(schema)) : '{}')
  }
  const write = (next: string) => onChange(action, next)
  return (
    <>
      <Select
        label={t('command.action')}
        placeholder={t('command.chooseAction')}
        data={schemas.map((one) => one.action)}
        value={action}
        onChange={choose}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        nothingFoundMessage={t('command.noAction')}
      />
      {command && (
        <>
          <SegmentedControl
            aria-label={t('command.mode.label')}
            data={[
              { value: 'form', label: t('command.mode.form') },
              { value: 'json', label: t('command.mode.json') },
            ]}
            value={mode}
            onChange={setMode}
          />
          {mode === 'json' || !payload ? (
            <Suspense fallback={<Skeleton height={160} />}>
              <JsonEditor text={text} schema={command.schema} label={t('command.payload')} onChange={write} />
            </Suspense>
          ) : (
            <SchemaForm
              schema={command.schema}
              value={payload}
              faults={faults}
              onChange={(next) => write(textOf(next))}
            />
          )}
          {!payload && (
            <p className={classes.invalid} role="alert">
              {t('command.invalidJson')}
            </p>
          )}
          {mode === 'json' && faults.length > 0 && <FaultList faults={faults} />}
        </>
      )}
    </>
  )
}
