import { Button, Group, TextInput } from '@mantine/core'
import { contract, type LocationRequest, locationRequestBody } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/request.ts'
import { useManager } from '../../api/session.ts'
import { useChange } from '../../api/use-change.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

const keyOf = (managerId: number) => ['owners', 'request', managerId]

/** Where managers add no locations themselves: the one that this manager asks for, or the way to ask. */
export function OwnRequest() {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const id = useManager()!.id
  const [asking, setAsking] = useState(false)
  const asked = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => request(contract.owners.request, { params: { id } }, signal),
  })
  const withdraw = useChange({
    mutationFn: () => request(contract.owners.withdraw, { params: { id } }),
    onSuccess: () => client.setQueryData(keyOf(id), null),
  })
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  if (asked.data === undefined) return null
  return (
    <>
      {asked.data ? (
        <>
          <span>
            {t('owners.request.asked', {
              ...{ name: asked.data.name, city: asked.data.city },
              day: format.when(new Date(asked.data.asked_at), 'day'),
            })}
          </span>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {t('owners.request.change')}
            </Button>
            <ChangeButton
              size="xs"
              variant="default"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              {t('owners.request.withdraw')}
            </ChangeButton>
          </Group>
        </>
      ) : (
        <Button onClick={() => setAsking(true)}>{t('owners.request.open')}</Button>
      )}
      {asking && <RequestDialog id={id} before={asked.data} onClose={() => setAsking(false)} />}
    </>
  )
}

interface RequestDialogProps {
  id: number
  before: LocationRequest | null
  onClose: () => void
}

function RequestDialog({ id, before, onClose }: RequestDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [name, setName] = useState(before?.name ?? '')
  const [city, setCity] = useState(before?.city ?? '')
  const body = locationRequestBody.safeParse({ name, city }).data
  const change = useChange<LocationRequest, { name: string; city: string }>({
    mutationFn: (wished) => request(contract.owners.ask, { params: { id }, body: wished }),
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
