import { Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../slices/control/bulk/draft.ts'
import { objectOf } from '../../../slices/control/commands/form/schema.ts'
import { schemasQuery } from '../../../slices/control/commands/form/schemas-query.ts'
import { MessageFields } from '../../../slices/control/commands/message-fields.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'

interface BulkMessageFieldsProps {
  /** the versions that the selected stations speak */
  protocols: readonly string[]
  draft: Draft
  onChange: (changed: Partial<Draft>) => void
}

/** Any command of one of the versions that the selected stations speak. */
export function BulkMessageFields({ protocols, draft, onChange }: BulkMessageFieldsProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(() => JSON.stringify(draft.payload ?? {}, null, 2))
  const schemas = useQuery(schemasQuery(draft.protocol))
  return (
    <>
      <Select
        label={t('bulk.form.protocol')}
        description={t('bulk.form.protocolHint')}
        data={[...protocols]}
        value={draft.protocol}
        onChange={(protocol) => onChange({ protocol, action: null, payload: null })}
        allowDeselect={false}
      />
      {schemas.error ? (
        <FormError error={schemas.error} />
      ) : schemas.data ? (
        <MessageFields
          key={draft.protocol}
          schemas={schemas.data}
          action={draft.action}
          text={text}
          onChange={(action, written) => {
            setText(written)
            onChange({ action, payload: objectOf(written) })
          }}
        />
      ) : (
        draft.protocol && <Skeleton height={36} />
      )}
    </>
  )
}
