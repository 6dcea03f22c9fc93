import { Button, Skeleton } from '@mantine/core'
import { contract, type MeterKey } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconPlus } from '../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ConfirmKeyDialog, GiveKeyDialog } from './key-dialogs.tsx'
import { KeyHistory } from './key-history.tsx'
import { KeyList, KeyWarning } from './key-list.tsx'
import { meterKeysQuery } from './keys-query.ts'
import classes from './meter-keys.module.css'

/** What somebody is about to do with the keys; `replaces`: the key whose place a new one takes. */
type Deed =
  | { kind: 'give'; replaces: MeterKey | null }
  | { kind: 'confirm'; key: MeterKey }
  | { kind: 'retire'; key: MeterKey }

/** The keys that a station's meters sign with: named by the station, confirmed by people, replaced; and their history. */
export function MeterKeysPanel({ stationId }: { stationId: string }) {
  const { t } = useTranslation()
  const query = useQuery(meterKeysQuery(stationId))
  const [deed, setDeed] = useState<Deed | null>(null)
  const read = query.data
  return (
    <Panel
      title={t('meters.title')}
      count={read?.keys.length || undefined}
      actions={
        read?.can_change && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.75} />}
            onClick={() => setDeed({ kind: 'give', replaces: null })}
          >
            {t('meters.add')}
          </Button>
        )
      }
    >
      {read ? (
        <div id="meter-keys">
          <p className={classes.quiet}>{t(read.keys.length > 0 ? 'meters.about' : 'meters.none')}</p>
          <KeyWarning keys={read.keys} />
          <KeyList
            keys={read.keys}
            canChange={read.can_change}
            onConfirm={(key) => setDeed({ kind: 'confirm', key })}
            onReplace={(key) => setDeed({ kind: 'give', replaces: key })}
            onRetire={(key) => setDeed({ kind: 'retire', key })}
          />
          {read.history.length > 0 && <KeyHistory history={read.history} />}
          <Dialogs stationId={stationId} keys={read.keys} deed={deed} onClose={() => setDeed(null)} />
        </div>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={64} aria-busy="true" />
      )}
    </Panel>
  )
}

interface DialogsProps {
  stationId: string
  keys: readonly MeterKey[]
  deed: Deed | null
  onClose: () => void
}

function Dialogs({ stationId, keys, deed, onClose }: DialogsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const retire = useChange({
    mutationFn: (key: string, idempotency) =>
      request(contract.meterKeys.retire, { params: { id: stationId, key }, idempotency }),
    onSettled: () => client.invalidateQueries({ queryKey: meterKeysQuery(stationId).queryKey }),
  })
  return (
    <>
      {retire.isError && <FormError error={retire.error} />}
      {deed?.kind === 'give' && (
        <GiveKeyDialog stationId={stationId} replaces={deed.replaces} onClose={onClose} />
      )}
      {deed?.kind === 'confirm' && (
        <ConfirmKeyDialog stationId={stationId} confirmed={deed.key} keys={keys} onClose={onClose} />
      )}
      <ConfirmDialog
        opened={deed?.kind === 'retire'}
        title={t('meters.retireTitle')}
        text={t('meters.retireText')}
        action={t('meters.retire')}
        onConfirm={() => deed?.kind === 'retire' && retire.mutate(deed.key.fingerprint)}
        onClose={onClose}
      />
    </>
  )
}
