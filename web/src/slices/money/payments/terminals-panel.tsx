import { TextInput } from '@mantine/core'
import { contract, terminalBody } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { ProviderField } from '../../../ui/fields/provider-field.tsx'
import { AddKey, type KeyDialogProps, KeyPanel } from '../../../ui/forms/key-panel.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'

interface TerminalsPanelProps {
  /** Chooses a location; of the page, which knows them. */
  locationPicker: (chosen: number | undefined, onChange: (id: number | undefined) => void) => ReactNode
}

/** Payment terminals that book by themselves what was paid at them. */
export function TerminalsPanel({ locationPicker }: TerminalsPanelProps) {
  const { t } = useTranslation()
  return (
    <KeyPanel
      title={t('payments.terminals.title')}
      about={t('payments.terminals.about')}
      add={t('payments.terminals.add')}
      empty={t('payments.terminals.empty')}
      queryKey={['terminals']}
      list={(signal) => request(contract.terminals.list, {}, signal)}
      heads={{ name: t('payments.terminals.name'), used: t('payments.terminals.used') }}
      placeOf={({ location_name }) => location_name}
      fact={{
        head: t('payments.terminals.provider'),
        of: ({ provider, market_shop_id }) => `${provider} · ${market_shop_id}`,
      }}
      form={(dialog) => <TerminalForm {...dialog} locationPicker={locationPicker} />}
      shown={{
        title: t('payments.terminals.keyTitle'),
        once: t('payments.terminals.keyOnce'),
        label: t('payments.terminals.key'),
      }}
      revoke={(id, idempotency) => request(contract.terminals.revoke, { params: { id }, idempotency })}
      question={{
        title: (name) => t('payments.terminals.revokeOf', { name }),
        text: (name) => t('payments.terminals.revokeText', { name }),
        action: t('payments.terminals.revoke'),
      }}
    />
  )
}

function TerminalForm({ locationPicker, ...dialog }: TerminalsPanelProps & KeyDialogProps) {
  const { t } = useTranslation()
  const form = useCheckedForm(
    terminalBody,
    { name: '', location_id: undefined as number | undefined, provider: '', market_shop_id: '' },
    (field) =>
      field === 'provider'
        ? t('payments.book.providerRule')
        : t(field === 'market_shop_id' ? 'payments.book.shopRule' : 'rules.required'),
  )
  return (
    <AddKey
      {...dialog}
      title={t('payments.terminals.add')}
      body={form.data}
      add={(body, idempotency) => request(contract.terminals.add, { body, idempotency })}
    >
      <TextInput {...form.text('name')} label={t('payments.terminals.name')} required data-autofocus />
      {locationPicker(form.values.location_id, (location_id) => form.change({ location_id }))}
      <ProviderField value={form.values.provider} onChange={(provider) => form.change({ provider })} />
      <TextInput {...form.text('market_shop_id')} label={t('payments.one.shop')} required />
    </AddKey>
  )
}
