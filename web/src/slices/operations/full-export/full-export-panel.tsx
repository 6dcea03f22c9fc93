import { Button, Progress, Switch } from '@mantine/core'
import { contract, type FullExport } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { followLink } from '../../../api/files/save-file.ts'
import { useManager } from '../../../api/session.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { usePasswordProof } from '../../../ui/forms/password-proof.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconDownload } from '../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './full-export-panel.module.css'

const queryKey = ['full-exports'] as const
/** while one is being written */
const refreshMs = 3000

const useFullExports = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => request(contract.fullExports.list, {}, signal),
    refetchInterval: ({ state }) => state.data?.some(({ ready_at }) => !ready_at) && refreshMs,
  })

/** Everything in files: to order, to follow and to download; the password is proved where the log-in is old. */
export function FullExportPanel() {
  const { t } = useTranslation()
  const manager = useManager()
  const exports = useFullExports()
  const client = useQueryClient()
  const { prove, dialog } = usePasswordProof()
  const [withSecrets, setWithSecrets] = useState(false)
  const begin = useChange({
    mutationFn: (_, idempotency) =>
      prove((current_password) =>
        request(contract.fullExports.begin, {
          body: { current_password, with_secrets: withSecrets },
          idempotency,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  const isAdministrator = manager?.role === 'administrator'
  const isBusy = exports.data?.some(({ ready_at }) => !ready_at) ?? false
  return (
    <Panel title={t('fullExport.title')}>
      <p className={classes.about}>{t(isAdministrator ? 'fullExport.ofNetwork' : 'fullExport.ofOwner')}</p>
      {isAdministrator && (
        <Switch
          checked={withSecrets}
          onChange={(event) => setWithSecrets(event.currentTarget.checked)}
          label={t('fullExport.withSecrets')}
          description={t('fullExport.secretsText')}
        />
      )}
      {begin.isError && <FormError error={begin.error} />}
      <ChangeButton
        className={classes.begin}
        variant="default"
        disabled={isBusy}
        loading={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {t('fullExport.begin')}
      </ChangeButton>
      {exports.isError && <ErrorState error={exports.error} onRetry={() => void exports.refetch()} />}
      <ul className={classes.list}>
        {exports.data?.map((one) => (
          <ExportRow key={one.id} one={one} />
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}

function ExportRow({ one }: { one: FullExport }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { prove, dialog } = usePasswordProof()
  const [asks, setAsks] = useState(false)
  const take = useChange({
    mutationFn: async () => {
      const params = { id: one.id }
      const { url } = await prove((current_password) =>
        request(contract.fullExports.link, { params, body: { current_password } }),
      )
      followLink(url)
    },
  })
  const remove = useChange({
    mutationFn: (_, idempotency) =>
      request(contract.fullExports.remove, { params: { id: one.id }, idempotency }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <ExportFacts one={one} />
        {take.isError && <FormError error={take.error} />}
        {remove.isError && <FormError error={remove.error} />}
      </div>
      {one.ready_at && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          {t('files.download')}
        </Button>
      )}
      <ChangeButton
        size="xs"
        variant="subtle"
        color="gray"
        loading={remove.isPending}
        onClick={() => (one.ready_at ? setAsks(true) : remove.mutate())}
      >
        {t(one.ready_at ? 'fullExport.remove' : 'fullExport.cancel')}
      </ChangeButton>
      <ConfirmDialog
        opened={asks}
        title={t('fullExport.removeTitle')}
        text={t('fullExport.removeText')}
        action={t('fullExport.remove')}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsks(false)}
      />
      {dialog}
    </li>
  )
}

function ExportFacts({ one }: { one: FullExport }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const facts = { rows: number(one.rows), size: number(one.size / 1_000_000, 1) }
  return (
    <>
      <div>
        <When at={one.created_at} style="dayTime" /> · {t(`fullExport.states.${one.state}`)}
      </div>
      <div className={classes.facts}>
        {t('fullExport.facts', facts)}
        {one.expires_at && (
          <>
            {' · '}
            {t('fullExport.until')} <When at={one.expires_at} style="dayTime" />
          </>
        )}
      </div>
      {!one.ready_at && (
        <Progress
          className={classes.progress}
          value={one.tables > 0 ? (100 * one.tables_done) / one.tables : 0}
          aria-label={t('fullExport.progress')}
        />
      )}
    </>
  )
}
