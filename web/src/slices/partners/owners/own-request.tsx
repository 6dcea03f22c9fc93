import { Button, Group } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useManager } from '../../../api/session.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { keyOf } from './request-key.ts'

// what checks the form is not for the first look at a dashboard
const RequestDialog = lazy(async () => ({
  default: (await import('./request-dialog.tsx')).RequestDialog,
}))

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
              name: asked.data.name,
              city: asked.data.city,
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
      {asking && (
        <Suspense>
          <RequestDialog id={id} before={asked.data} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
