import { Select, TextInput } from '@mantine/core'
import { alertChannelBody, alertChannelKinds, contract } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { type Language, languageNames, languages } from '../../../../i18n/index.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { PasswordField } from '../../../../ui/fields/password-field.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { channelsQuery } from '../alert-queries.ts'

type Kind = (typeof alertChannelKinds)[number]

interface Draft {
  kind: Kind
  name: string
  target: string
  secret: string
  language: Language
}

/** Adds a webhook or a chat. */
export function ChannelDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const language = useFormat().language
  const [draft, setDraft] = useState<Draft>({ kind: 'webhook', name: '', target: '', secret: '', language })
  const parsed = alertChannelBody.safeParse(draft)
  const add = useChange({
    mutationFn: (body: NonNullable<typeof parsed.data>) => request(contract.alerts.addChannel, { body }),
    onSuccess: (channels) => {
      client.setQueryData(channelsQuery.queryKey, channels)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('alerts.channels.add')}
      action={t('alerts.channels.add')}
      body={parsed.data}
      change={add}
      onClose={onClose}
    >
      <Fields draft={draft} onChange={(part) => setDraft((before) => ({ ...before, ...part }))} />
    </FormDialog>
  )
}

function Fields({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  const { t } = useTranslation()
  const { kind, name, target, secret, language } = draft
  const { error } = alertChannelBody.safeParse(draft)
  const wrong = (field: 'target' | 'secret') =>
    draft[field] !== '' &&
    error?.issues.some(({ path }) => path[0] === field) &&
    t(`alerts.${kind}.${field}Wrong`)
  return (
    <>
      <Select
        label={t('alerts.channels.kind')}
        data={alertChannelKinds.map((value) => ({ value, label: t(`alerts.${value}.name`) }))}
        value={kind}
        onChange={(next) => next && onChange({ kind: next })}
        allowDeselect={false}
      />
      <TextInput
        label={t('alerts.name')}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        maxLength={100}
        required
        data-autofocus
      />
      <TextInput
        label={t(`alerts.${kind}.target`)}
        description={t(`alerts.${kind}.targetHint`)}
        value={target}
        onChange={(event) => onChange({ target: event.currentTarget.value.trim() })}
        error={wrong('target')}
        maxLength={500}
        required
      />
      <PasswordField
        size="sm"
        label={t(`alerts.${kind}.secret`)}
        description={t(`alerts.${kind}.secretHint`)}
        value={secret}
        onChange={(event) => onChange({ secret: event.currentTarget.value })}
        error={wrong('secret')}
        maxLength={200}
        autoComplete="off"
        required
      />
      <Select
        label={t('alerts.channels.language')}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={(next) => next && onChange({ language: next })}
        allowDeselect={false}
      />
    </>
  )
}
