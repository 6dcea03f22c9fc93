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
  // only who has signed in sees this
  const id = useManager()!.id
  const [asking, setAsking] = useState(false)
  const pending = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => request(contract.owners.request, { params: { id } }, signal),
  })
  const withdraw = useChange({
    mutationFn: () => request(contract.owners.withdraw, { params: { id } }),
    onSuccess: () => client.setQueryData(keyOf(id), null),
  })
  if (pending.isError) return <ErrorState error={pending.error} onRetry={() => void pending.refetch()} />
  if (pending.data === undefined) return null
  return (
    <>
      {pending.data ? (
        <>
          <span>
            {t('owners.request.asked', {
              name: pending.data.name,
              city: pending.data.city,
              day: format.when(new Date(pending.data.asked_at), 'day'),
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
          <RequestDialog id={id} before={pending.data} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
