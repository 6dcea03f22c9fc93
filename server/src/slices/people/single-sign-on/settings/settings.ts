import { createHash } from 'node:crypto'
import type { GroupRule, SingleSignOnSettings } from '@stationmaster/contract'
import type { SsoConfig } from '../../../../config/sso-config.ts'
import { Failure } from '../../../../platform/http/failure.ts'
import type { Db } from '../../../../platform/schema/schema.ts'
import { unseal } from '../../../../platform/secrets/seal.ts'
import type { SingleSignOnParts } from '../parts.ts'
import { findSettingsRow, type SettingsColumns, type SettingsRow } from './settings-store.ts'

/** Where the provider sends browsers back to, a page of the web application. */
export const returnPath = '/auth/single-sign-on'
export const loggedOutPath = '/login?step=out'
const backChannelPath = '/api/v1/auth/single-sign-on/back-channel-log-outs'

/** What is set before anybody has set anything. */
const initial: SettingsColumns = {
  enabled: false,
  issuer: '',
  client_id: '',
  secret_sealed: null,
  label: 'Single sign-on',
  scopes: 'openid profile email',
  groups_claim: 'groups',
  rules: [],
  accounts: 'invited',
  email_domains: [],
  verified_email_only: true,
  trusted_methods: ['mfa'],
  session_hours: 12,
  check_minutes: 15,
  password_log_in: true,
  emergency_manager_id: null,
  tried_at: null,
  changed_at: new Date(0),
}

/** The settings in force: those of the screen, with what the environment sets in their place. */
export interface Settings extends SettingsColumns {
  /** null: a public client */
  clientSecret: string | null
}

export async function loadSettings(
  parts: Pick<SingleSignOnParts, 'config' | 'sealingKey'>,
  db: Db,
): Promise<Settings> {
  return settingsOf(parts, await findSettingsRow(db))
}

export function settingsOf(
  { config, sealingKey }: Pick<SingleSignOnParts, 'config' | 'sealingKey'>,
  row: SettingsRow | undefined,
): Settings {
  const kept = row ?? initial
  const { preset } = config
  if (!preset) return { ...kept, clientSecret: secretOf(sealingKey, kept.secret_sealed) }
  return {
    ...kept,
    // a new network has nobody who could invite
    accounts: row?.accounts ?? 'first_log_in',
    // an environment that names a provider switches it on
    enabled: true,
    issuer: preset.issuer,
    client_id: preset.clientId,
    clientSecret: preset.clientSecret,
    label: preset.label ?? kept.label,
    groups_claim: preset.groupsClaim ?? kept.groups_claim,
    rules: [...administratorsOf(preset.administratorGroup), ...kept.rules],
  }
}

const administratorsOf = (group: string | null): GroupRule[] =>
  group === null ? [] : [{ group, role: 'administrator', owner_id: null, location_ids: [] }]

/** null too where SECRET_KEY has changed since the secret was sealed: the provider then refuses us, and says so. */
function secretOf(sealingKey: string, sealed: string | null): string | null {
  if (sealed === null) return null
  try {
    return unseal<string>(sealingKey, sealed)
  } catch {
    return null
  }
}

/** Throws sso.off where nobody logs in at a provider. */
export function expectOn(settings: Settings): void {
  if (!settings.enabled) throw new Failure('sso.off')
}

/** What the screen shows. */
export function settingsView(
  { config, address }: Pick<SingleSignOnParts, 'config' | 'address'>,
  settings: Settings,
  kept: Pick<SettingsColumns, 'rules'> | undefined,
): SingleSignOnSettings {
  const { secret_sealed: _, changed_at: __, tried_at, clientSecret, ...shown } = settings
  return {
    ...shown,
    // the rule of the environment is not the screen's to save
    rules: [...(kept?.rules ?? [])],
    has_secret: clientSecret !== null,
    preset: config.preset !== null,
    password_forced: config.passwordForced,
    tried_at: tried_at?.toISOString() ?? null,
    redirect_uri: address(returnPath),
    log_out_uri: address(loggedOutPath),
    back_channel_uri: address(backChannelPath),
  }
}

/** Whether an account logs in with a password; null: one that there is not yet. */
export async function takesPassword(config: SsoConfig, db: Db, managerId: number | null): Promise<boolean> {
  if (config.passwordForced) return true
  const row = await findSettingsRow(db)
  const isOn = config.preset !== null || row?.enabled === true
  return (
    !row || !isOn || row.password_log_in || (managerId !== null && row.emergency_manager_id === managerId)
  )
}

/** Whether an account is the one that a password still opens. */
export async function isEmergency(db: Db, managerId: number): Promise<boolean> {
  const row = await findSettingsRow(db)
  return row !== undefined && !row.password_log_in && row.emergency_manager_id === managerId
}

/** Names a secret in the audit log without showing it. */
export const fingerprintOf = (secret: string | null): string | null =>
  secret === null ? null : createHash('sha256').update(secret).digest('hex').slice(0, 12)
