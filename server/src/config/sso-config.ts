import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { switched, webUrl } from './config-values.ts'

/** Settings of log-ins at an OpenID Connect provider, for networks that set it up without the screen. */
export const ssoVariables = {
  SSO_ISSUER: webUrl.optional(),
  SSO_CLIENT_ID: z.string().min(1).optional(),
  SSO_CLIENT_SECRET: z.string().min(1).optional(),
  SSO_LABEL: z.string().min(1).max(60).optional(),
  SSO_GROUPS_CLAIM: z.string().min(1).max(200).optional(),
  SSO_ADMINISTRATOR_GROUP: z.string().min(1).max(200).optional(),
  PASSWORD_LOG_IN: switched,
}

export interface SsoSettings {
  SSO_ISSUER?: string | undefined
  SSO_CLIENT_ID?: string | undefined
  SSO_CLIENT_SECRET?: string | undefined
  SSO_LABEL?: string | undefined
  SSO_GROUPS_CLAIM?: string | undefined
  SSO_ADMINISTRATOR_GROUP?: string | undefined
  PASSWORD_LOG_IN: 'true' | 'false'
}

export interface SsoConfig {
  /** the provider that the environment names; null: the one of the screen */
  preset: {
    issuer: string
    clientId: string
    clientSecret: string | null
    label: string | null
    groupsClaim: string | null
    /** its members are administrators, before any other rule */
    administratorGroup: string | null
  } | null
  /** passwords work whatever the screen says: the way back in */
  passwordForced: boolean
}

export function readSso(v: SsoSettings): SsoConfig {
  const passwordForced = v.PASSWORD_LOG_IN === 'true'
  if (v.SSO_ISSUER === undefined) return { preset: null, passwordForced }
  if (v.SSO_CLIENT_ID === undefined) throw new ConfigError('SSO_CLIENT_ID is needed beside SSO_ISSUER.')
  return {
    preset: {
      issuer: v.SSO_ISSUER,
      clientId: v.SSO_CLIENT_ID,
      clientSecret: v.SSO_CLIENT_SECRET ?? null,
      label: v.SSO_LABEL ?? null,
      groupsClaim: v.SSO_GROUPS_CLAIM ?? null,
      administratorGroup: v.SSO_ADMINISTRATOR_GROUP ?? null,
    },
    passwordForced,
  }
}
