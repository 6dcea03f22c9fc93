import { Select, Switch, Text, TextInput } from '@mantine/core'
import { contract, type WebhookEndpoint, type WebhookEventType } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { LocationChoice } from '../../../ui/fields/location-choice.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { EventChoice } from './event-choice.tsx'
import { eventsQuery } from './webhook-queries.ts'

/** an old secret signs too for so many hours more */
const hourChoices = [0, 1, 24, 168] as const

/** An endpoint whose secret is shown this once. */
export interface Made {
  endpoint: WebhookEndpoint
  secret: string
}

/** What is filled in of an endpoint. */
function useSettings(old: WebhookEndpoint | undefined) {
  const [name, setName] = useState(old?.name ?? '')
  const [url, setUrl] = useState(old?.url ?? '')
  const [events, setEvents] = useState<WebhookEventType[]>(old?.events ?? [])
  const [locationIds, setLocationIds] = useState<number[]>(old?.location_ids ?? [])
  const [thin, setThin] = useState(old?.thin ?? false)
  const isFilled = name.trim() !== '' && URL.canParse(url.trim()) && events.length > 0
  const body = {
    name: name.trim(),
    url: url.trim(),
    events,
    location_ids: locationIds.length === 0 ? null : locationIds,
    thin,
  }
  return {
    name,
    setName,
    url,
    setUrl,
    events,
    setEvents,
    locationIds,
    setLocationIds,
    thin,
    setThin,
    body: isFilled ? body : undefined,
  }
}

type Settings = ReturnType<typeof useSettings>

interface AddProps {
  onMade: (made: Made) => void
  onClose: () => void
}

export function AddEndpoint({ onMade, onClose }: AddProps) {
  const { t } = useTranslation()
  const settings = useSettings(undefined)
  const add = useChange({
    mutationFn: (body: NonNullable<Settings['body']>, idempotency) =>
      request(contract.webhookEndpoints.add, { body, idempotency }),
    onSuccess: onMade,
  })
  return (
    <FormDialog
      title={t('webhooks.add')}
      action={t('webhooks.add')}
      body={settings.body}
      change={add}
      onClose={onClose}
    >
      <Fields settings={settings} />
    </FormDialog>
  )
}

interface ChangeProps {
  old: WebhookEndpoint
  onChanged: () => void
  onClose: () => void
}

export function ChangeEndpoint({ old, onChanged, onClose }: ChangeProps) {
  const { t } = useTranslation()
  const settings = useSettings(old)
  const change = useChange({
    mutationFn: (body: NonNullable<Settings['body']>, idempotency) =>
      request(contract.webhookEndpoints.change, { params: { id: old.id }, body, idempotency }),
    onSuccess: () => {
      onChanged()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('webhooks.changeOf', { name: old.name })}
      action={t('webhooks.save')}
      body={settings.body}
      change={change}
      onClose={onClose}
    >
      <Fields settings={settings} />
    </FormDialog>
  )
}

function Fields({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const open = useQuery(eventsQuery)
  return (
    <>
      <TextInput
        label={t('webhooks.name')}
        description={t('webhooks.nameHint')}
        value={settings.name}
        onChange={(event) => settings.setName(event.currentTarget.value)}
        maxLength={100}
        required
        data-autofocus
      />
      <TextInput
        label={t('webhooks.address')}
        description={t('webhooks.addressHint')}
        placeholder="https://example.com/hooks"
        type="url"
        value={settings.url}
        onChange={(event) => settings.setUrl(event.currentTarget.value)}
        maxLength={2000}
        required
      />
      <EventChoice
        open={(open.data ?? []).map(({ type }) => type)}
        chosen={settings.events}
        onChange={settings.setEvents}
      />
      <LocationChoice
        label={t('webhooks.locations')}
        value={settings.locationIds}
        description={t('webhooks.locationsHint')}
        onChange={settings.setLocationIds}
      />
      <Switch
        checked={settings.thin}
        onChange={(event) => settings.setThin(event.currentTarget.checked)}
        label={t('webhooks.thin')}
        description={t('webhooks.thinHint')}
      />
    </>
  )
}

interface RenewProps extends AddProps {
  old: WebhookEndpoint
}

/** A new secret; the one before signs too for a while. */
export function RenewSecret({ old, onMade, onClose }: RenewProps) {
  const { t } = useTranslation()
  const [hours, setHours] = useState(24)
  const renew = useChange({
    mutationFn: (body: { keep_hours: number }, idempotency) =>
      request(contract.webhookEndpoints.renewSecret, { params: { id: old.id }, body, idempotency }),
    onSuccess: onMade,
  })
  return (
    <FormDialog
      title={t('webhooks.renewOf', { name: old.name })}
      action={t('webhooks.renew')}
      body={{ keep_hours: hours }}
      change={renew}
      onClose={onClose}
    >
      <Text size="md">{t('webhooks.renewText')}</Text>
      <Select
        label={t('webhooks.kept')}
        data={hourChoices.map((count) => ({
          value: String(count),
          label: count === 0 ? t('webhooks.keptNot') : t('webhooks.hours', { count }),
        }))}
        value={String(hours)}
        onChange={(value) => setHours(Number(value))}
        allowDeselect={false}
      />
    </FormDialog>
  )
}

/** The secret, this once. */
export function ShownSecret({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('webhooks.shownTitle', { name: made.endpoint.name })} size={520}>
      <Text mb="sm">{t('webhooks.shownOnce')}</Text>
      <CopyField label={t('webhooks.secret')} value={made.secret} />
      <Text mt="sm" size="sm">
        {t('webhooks.shownUse')}
      </Text>
    </Dialog>
  )
}
