import { contract, type SingleSignOnSettings } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

const { singleSignOn } = contract

export const settingsQuery = queryOptions({
  queryKey: ['single-sign-on', 'settings'],
  queryFn: ({ signal }) => request(singleSignOn.settings, {}, signal),
})

/** The settings as they are written in the form; the secret is only ever sent. */
export interface SettingsDraft extends SingleSignOnSettings {
  client_secret: string
}

export function saveSettings(draft: SettingsDraft, currentPassword?: string): Promise<SingleSignOnSettings> {
  const {
    has_secret: _has,
    preset: _preset,
    password_forced: _forced,
    tried_at: _tried,
    redirect_uri: _redirect,
    log_out_uri: _logOut,
    back_channel_uri: _back,
    client_secret,
    ...written
  } = draft
  const secret = client_secret === '' ? {} : { client_secret }
  return request(singleSignOn.change, { body: { ...written, ...secret, current_password: currentPassword } })
}

export const checkProvider = () => request(singleSignOn.check, {})
