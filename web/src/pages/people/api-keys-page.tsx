import { Button } from '@mantine/core'
import { type ApiKey, contract, type MadeKey } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/calls/request.ts'
import { useManager } from '../../api/session.ts'
import { useChange } from '../../api/use-change.ts'
import { AddKey, RotateKey, ShownKey } from '../../slices/people/api-keys/key-dialogs.tsx'
import { KeyTable } from '../../slices/people/api-keys/key-table.tsx'
import { keysQuery } from '../../slices/people/api-keys/keys-query.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { PageHeader } from '../../ui/frame/page-header.tsx'
import { Panel } from '../../ui/frame/panel.tsx'
import { IconPlus } from '../../ui/pictures/icons.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import classes from '../frame/list-page.module.css'

/** What is open above the list. */
type Opened = { adding: true } | { rotated: ApiKey } | { made: MadeKey } | null

/** Keys with which other programs call. */
export function ApiKeysPage() {
  const { t } = useTranslation()
  const role = useManager()?.role
  const query = useQuery(keysQuery)
  const [opened, setOpened] = useState<Opened>(null)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const revoking = useRevoking()
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setOpened({ adding: true })}>
      {t('keys.add')}
    </Button>
  )
  const isEmpty = query.data?.length === 0
  return (
    <div className={classes.page}>
      <PageHeader title={t('keys.title')} facts={t('keys.intro')} actions={!isEmpty && add} />
      {revoking.isError && <FormError error={revoking.error} />}
      <Panel title={t('keys.list')} count={query.data?.length || undefined} flush>
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <KeyTable
            keys={query.data}
            ofAll={role === 'administrator'}
            empty={
              <EmptyState drawing="plug" title={t('keys.none')} text={t('keys.noneText')} action={add} />
            }
            onRotate={(rotated) => setOpened({ rotated })}
            onRevoke={setRevoked}
          />
        )}
      </Panel>
      <Above opened={opened} placed={role !== 'app-developer'} onOpen={setOpened} />
      <ConfirmDialog
        opened={revoked !== null}
        title={t('keys.revokeOf', { name: revoked?.name ?? '' })}
        text={t('keys.revokeText')}
        action={t('keys.revoke')}
        onConfirm={() => revoked && revoking.mutate(revoked.id)}
        onClose={() => setRevoked(null)}
      />
    </div>
  )
}

function useRevoking() {
  const client = useQueryClient()
  return useChange({
    mutationFn: (id: number) => request(contract.apiKeys.revoke, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
}

interface AboveProps {
  opened: Opened
  placed: boolean
  onOpen: (next: Opened) => void
}

/** The dialog that is open, and after it the new key. */
function Above({ opened, placed, onOpen }: AboveProps): ReactNode {
  const client = useQueryClient()
  if (opened === null) return null
  const close = () => onOpen(null)
  const onMade = (made: MadeKey) => {
    onOpen({ made })
    void client.invalidateQueries({ queryKey: keysQuery.queryKey })
  }
  if ('made' in opened) return <ShownKey made={opened.made} onClose={close} />
  if ('rotated' in opened) return <RotateKey old={opened.rotated} onMade={onMade} onClose={close} />
  return <AddKey placed={placed} onMade={onMade} onClose={close} />
}
