import { Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { contract } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { nameOf } from '../../../ui/pictures/avatar.tsx'
import { RuleRows } from './rule-rows.tsx'
import type { SettingsDraft } from './settings-query.ts'
import classes from './single-sign-on.module.css'

interface FieldsProps {
  draft: SettingsDraft
  onChange: (change: Partial<SettingsDraft>) => void
}

/** Issuer, client, and what the provider has to know. */
export function ConnectionPanel({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const text = (name: 'issuer' | 'client_id' | 'label' | 'scopes') => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <Panel title={t('sso.connection')}>
      <div className={classes.fields}>
        {draft.preset && <p>{t('sso.preset')}</p>}
        <TextInput
          label={t('sso.issuer')}
          description={t('sso.issuerHint')}
          type="url"
          disabled={draft.preset}
          {...text('issuer')}
        />
        <TextInput label={t('sso.clientId')} disabled={draft.preset} {...text('client_id')} />
        {!draft.preset && (
          <PasswordField
            label={t('sso.secret')}
            description={t(draft.has_secret ? 'sso.secretKept' : 'sso.secretNone')}
            autoComplete="off"
            value={draft.client_secret}
            onChange={(event) => onChange({ client_secret: event.currentTarget.value })}
          />
        )}
        <TextInput label={t('sso.label')} description={t('sso.labelHint')} {...text('label')} />
        <TextInput label={t('sso.scopes')} description={t('sso.scopesHint')} {...text('scopes')} />
        <CopyField label={t('sso.redirect')} value={draft.redirect_uri} />
        <CopyField label={t('sso.afterLogOut')} value={draft.log_out_uri} />
        <CopyField label={t('sso.backChannel')} value={draft.back_channel_uri} />
      </div>
    </Panel>
  )
}

/** Which group has which role. */
export function RolesPanel({
  draft,
  onChange,
  ownerSelect,
}: FieldsProps & Pick<ComponentProps<typeof RuleRows>, 'ownerSelect'>) {
  const { t } = useTranslation()
  return (
    <Panel title={t('sso.rules.title')}>
      <div className={classes.fields}>
        <TextInput
          label={t('sso.claim')}
          description={t('sso.claimHint')}
          value={draft.groups_claim}
          onChange={(event) => onChange({ groups_claim: event.currentTarget.value })}
        />
        <p>{t('sso.rules.order')}</p>
        <RuleRows rules={draft.rules} onChange={(rules) => onChange({ rules })} ownerSelect={ownerSelect} />
      </div>
    </Panel>
  )
}

/** Who gets an account, and for how long a session goes on. */
export function AccountsPanel({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const number = (name: 'session_hours' | 'check_minutes', max: number) => ({
    value: draft[name],
    min: 1,
    max,
    onChange: (value: number | '') => onChange({ [name]: value === '' ? 0 : value }),
  })
  return (
    <Panel title={t('sso.accounts.title')}>
      <div className={classes.fields}>
        <Select
          label={t('sso.accounts.who')}
          data={(['invited', 'first_log_in'] as const).map((value) => ({
            value,
            label: t(`sso.accounts.${value}`),
          }))}
          value={draft.accounts}
          onChange={(accounts) => accounts && onChange({ accounts })}
          allowDeselect={false}
        />
        <TagsInput
          label={t('sso.domains')}
          description={t('sso.domainsHint')}
          value={draft.email_domains}
          onChange={(email_domains) => onChange({ email_domains })}
        />
        <Switch
          label={t('sso.verified')}
          checked={draft.verified_email_only}
          onChange={(event) => onChange({ verified_email_only: event.currentTarget.checked })}
        />
        <TagsInput
          label={t('sso.methods')}
          description={t('sso.methodsHint')}
          value={draft.trusted_methods}
          onChange={(trusted_methods) => onChange({ trusted_methods })}
        />
        <NumberField label={t('sso.hours')} {...number('session_hours', 720)} />
        <NumberField
          label={t('sso.minutes')}
          description={t('sso.minutesHint')}
          {...number('check_minutes', 1440)}
        />
      </div>
    </Panel>
  )
}

/** Whether it is on, and whether passwords still open accounts. */
export function SwitchesPanel({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    queryKey: ['single-sign-on', 'administrators'],
    queryFn: ({ signal }) =>
      request(contract.managers.list, { query: { roles: 'administrator', limit: 500 } }, signal),
  })
  return (
    <Panel title={t('sso.switches')}>
      <div className={classes.fields}>
        <Switch
          label={t('sso.enabled')}
          description={t(draft.tried_at || draft.preset ? 'sso.enabledHint' : 'sso.tryFirst')}
          disabled={draft.preset}
          checked={draft.enabled}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
        <Switch
          label={t('sso.passwords')}
          description={t(draft.password_forced ? 'sso.passwordsForced' : 'sso.passwordsHint')}
          checked={draft.password_log_in}
          onChange={(event) => onChange({ password_log_in: event.currentTarget.checked })}
        />
        <Select
          label={t('sso.emergency')}
          description={t('sso.emergencyHint')}
          data={data.map((person) => ({ value: String(person.id), label: nameOf(person) }))}
          value={draft.emergency_manager_id === null ? null : String(draft.emergency_manager_id)}
          onChange={(id) => onChange({ emergency_manager_id: id === null ? null : Number(id) })}
          clearable
        />
      </div>
    </Panel>
  )
}
