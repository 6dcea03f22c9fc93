import { Select, TextInput } from '@mantine/core'
import { contract, providerRule } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/calls/request.ts'

interface ProviderFieldProps {
  value: string
  onChange: (provider: string) => void
}

/** not a provider's name, by the rule of their names */
const another = '+'

/** Who takes the money at a terminal: one of those that are known, or a new one, which is typed. */
export function ProviderField({ value, onChange }: ProviderFieldProps) {
  const { t } = useTranslation()
  const [typing, setTyping] = useState(false)
  const { data: known = [] } = useQuery({
    queryKey: ['terminals', 'providers'],
    queryFn: ({ signal }) => request(contract.terminals.providers, {}, signal),
  })
  const isNew = typing || known.length === 0
  const choose = (chosen: string | null) => {
    setTyping(chosen === another)
    onChange(chosen === null || chosen === another ? '' : chosen)
  }
  return (
    <>
      {known.length > 0 && (
        <Select
          label={t('payments.one.provider')}
          data={[
            ...known.map((name) => ({ value: name, label: name })),
            { value: another, label: t('payments.book.another') },
          ]}
          value={typing ? another : value || null}
          onChange={choose}
          allowDeselect={false}
          required
        />
      )}
      {isNew && (
        <TextInput
          label={known.length > 0 ? t('payments.book.newProvider') : t('payments.one.provider')}
          description={t('payments.book.providerRule')}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={value !== '' && !providerRule.safeParse(value).success && t('payments.book.providerRule')}
          autoCapitalize="off"
          required
        />
      )}
    </>
  )
}
