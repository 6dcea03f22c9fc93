import { TextInput } from '@mantine/core'
import { contract, type LocationRequest, locationRequestBody } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { keyOf } from './request-key.ts'

interface RequestDialogProps {
  id: number
  before: LocationRequest | null
  onClose: () => void
}

/** Asks the network for a location, by name and town. */
export function RequestDialog({ id, before, onClose }: RequestDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [name, setName] = useState(before?.name ?? '')
  const [city, setCity] = useState(before?.city ?? '')
  const body = locationRequestBody.safeParse({ name, city }).data
  const change = useChange<LocationRequest, { name: string; city: string }>({
    mutationFn: (body) => request(contract.owners.ask, { params: { id }, body: body }),
    onSuccess: (kept) => {
      client.setQueryData(keyOf(id), kept)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('owners.request.title')}
      action={t('owners.request.send')}
      body={body}
      change={change}
      onClose={onClose}
    >
      <p>{t('owners.request.intro')}</p>
      <TextInput
        label={t('owners.request.name')}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('owners.request.city')}
        required
        value={city}
        onChange={(event) => setCity(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
