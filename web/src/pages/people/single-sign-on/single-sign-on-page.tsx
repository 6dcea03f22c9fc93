import type { SingleSignOnSettings } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/use-change.ts'
import { tryLogIn } from '../../../slices/people/auth/single-sign-on/provider-log-in.ts'
import { OwnerSelect } from '../../../slices/people/managers/owner-select.tsx'
import {
  AccountsPanel,
  ConnectionPanel,
  RolesPanel,
  SwitchesPanel,
} from '../../../slices/people/single-sign-on/settings-fields.tsx'
import {
  checkProvider,
  type SettingsDraft,
  saveSettings,
  settingsQuery,
} from '../../../slices/people/single-sign-on/settings-query.ts'
import classes from '../../../slices/people/single-sign-on/single-sign-on.module.css'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { usePasswordProof } from '../../../ui/forms/password-proof.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import list from '../../frame/list-page.module.css'

/** The settings of log-ins at an OpenID Connect provider. */
export function SingleSignOnPage() {
  const { t } = useTranslation()
  const settings = useQuery(settingsQuery)
  return (
    <div className={list.page}>
      <PageHeader title={t('sso.title')} facts={t('sso.intro')} />
      {settings.isError && !settings.data && (
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && <SettingsForm settings={settings.data} />}
    </div>
  )
}

function SettingsForm({ settings }: { settings: SingleSignOnSettings }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [draft, setDraft] = useState<SettingsDraft>({ ...settings, client_secret: '' })
  const [dirty, setDirty] = useState(false)
  const { prove, dialog } = usePasswordProof()
  const edit = (change: Partial<SettingsDraft>) => {
    setDraft((before) => ({ ...before, ...change }))
    setDirty(true)
  }
  const save = useChange({
    mutationFn: () => prove((password) => saveSettings(draft, password)),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved)
      setDraft({ ...saved, client_secret: '' })
      setDirty(false)
    },
  })
  const filled = [draft.issuer, draft.client_id, draft.label, draft.groups_claim].every(
    (one) => one.trim() !== '',
  )
  const fields = { draft, onChange: edit }
  return (
    <>
      <ConnectionPanel {...fields} />
      <RolesPanel
        {...fields}
        ownerSelect={(value, onChange) => <OwnerSelect value={value} name={null} onChange={onChange} />}
      />
      <AccountsPanel {...fields} />
      <SwitchesPanel {...fields} />
      <Panel title={t('sso.save')}>
        <div className={classes.fields}>
          <p>{t('sso.saveHint')}</p>
          <div className={classes.actions}>
            <ChangeButton disabled={!filled || !dirty} loading={save.isPending} onClick={() => save.mutate()}>
              {t('sso.save')}
            </ChangeButton>
            <Trials disabled={dirty || !filled} />
          </div>
          {save.isSuccess && !dirty && <p role="status">{t('sso.saved')}</p>}
          {save.isError && <FormError error={save.error} />}
        </div>
      </Panel>
      {dialog}
    </>
  )
}

/** What can be tried of settings that are saved. */
function Trials({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  const check = useChange({ mutationFn: checkProvider })
  const trial = useChange({ mutationFn: tryLogIn })
  const error = check.error ?? trial.error
  const yes = (is: boolean) => t(is ? 'sso.yes' : 'sso.no')
  return (
    <>
      <ChangeButton
        variant="default"
        disabled={disabled}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {t('sso.check')}
      </ChangeButton>
      <ChangeButton
        variant="default"
        disabled={disabled}
        loading={trial.isPending}
        onClick={() => trial.mutate()}
      >
        {t('sso.try')}
      </ChangeButton>
      {error && <FormError error={error} />}
      {check.data && (
        <Facts>
          <Fact name={t('sso.issuer')}>{check.data.issuer}</Fact>
          <Fact name={t('sso.checked.logOut')}>{yes(check.data.log_out)}</Fact>
          <Fact name={t('sso.checked.backChannel')}>{yes(check.data.back_channel_log_out)}</Fact>
          <Fact name={t('sso.scopes')}>{check.data.scopes.join(' ') || '—'}</Fact>
          <Fact name={t('sso.tried.claims')}>{check.data.claims.join(', ') || '—'}</Fact>
        </Facts>
      )}
    </>
  )
}
