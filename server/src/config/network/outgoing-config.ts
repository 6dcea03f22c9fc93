import { BlockList } from 'node:net'
import { SECOND_MS } from '@stationmaster/units'
import { z } from 'zod'
import { readNetworks } from '../../platform/listeners/proxies.ts'
import { needed, webUrl, whole } from '../config-values.ts'
import type { Mode } from '../flags.ts'
import { readSso, type SsoConfig, type SsoSettings, ssoVariables } from '../sso-config.ts'

/** Settings of calls to addresses that others name, of roaming, and of what the network tells. */
export const outgoingVariables = {
  OUTGOING_PRIVATE_NETWORKS: z
    .string()
    .transform((text, context) => {
      const networks = text.trim() === 'none' ? new BlockList() : readNetworks(text)
      if (networks) return networks
      context.addIssue("must be 'none', or addresses and networks (127.0.0.1, 10.0.0.0/8, loopback)")
      return z.NEVER
    })
    .optional(),
  OCPI_TIMEOUT_SECONDS: whole(1, 120, 15),
  OCPI_AUTHORIZE_SECONDS: whole(1, 30, 5),
  OCPI_REQUESTS_PER_MINUTE: whole(10, 1_000_000, 1200),
  OCPI_MESSAGE_DAYS: whole(1, 3650, 30),
  WEBHOOK_DAYS: whole(7, 365, 30),
  OCSP_TIMEOUT_SECONDS: whole(1, 60, 5),
  STATUS_PAGE: z.enum(['on', 'off'], "must be 'on' or 'off'").default('off'),
  TELEGRAM_API_URL: webUrl.default('https://api.telegram.org'),
  CONTRACT_PROVIDER_URL: webUrl.optional(),
  CONTRACT_PROVIDER_TOKEN: z.string().min(1).optional(),
  CONTRACT_PROVIDER_TOKEN_URL: webUrl.optional(),
  CONTRACT_PROVIDER_CLIENT_ID: z.string().min(1).optional(),
  CONTRACT_PROVIDER_CLIENT_SECRET: z.string().min(1).optional(),
  ...ssoVariables,
}

interface OutgoingSettings extends SsoSettings {
  OUTGOING_PRIVATE_NETWORKS?: BlockList | undefined
  OCPI_TIMEOUT_SECONDS: number
  OCPI_AUTHORIZE_SECONDS: number
  OCPI_REQUESTS_PER_MINUTE: number
  OCPI_MESSAGE_DAYS: number
  WEBHOOK_DAYS: number
  OCSP_TIMEOUT_SECONDS: number
  STATUS_PAGE: 'on' | 'off'
  TELEGRAM_API_URL: string
  CONTRACT_PROVIDER_URL?: string | undefined
  CONTRACT_PROVIDER_TOKEN?: string | undefined
  CONTRACT_PROVIDER_TOKEN_URL?: string | undefined
  CONTRACT_PROVIDER_CLIENT_ID?: string | undefined
  CONTRACT_PROVIDER_CLIENT_SECRET?: string | undefined
}

export interface OutgoingConfig {
  /** networks of our own to which the server may call where others name the address */
  privateNetworks: BlockList
  roaming: {
    /** how long a partner may take to answer */
    timeoutMs: number
    /** how long a station waits for a partner's answer about a card */
    authorizeMs: number
    /** calls that one partner may make in a minute */
    requestsPerMinute: number
  }
  /** for how long what was said between partners and us is kept */
  partnerMessageDays: number
  /** for how long what other programs were sent is kept */
  webhookDays: number
  /** where Telegram's Bot API is */
  telegramUrl: string
  /** drivers and partners see disturbances and planned maintenance */
  statusPage: boolean
  /** how long a station waits for what a responder says of a certificate */
  responderMs: number
  /** who makes cars' contracts (ISO 15118) and signs what stations show to cars; null: nobody */
  contractProvider: {
    url: string
    token: string | null
    /** at the authorization server that gives out its tokens; null: none is used */
    client: { tokenUrl: string; id: string; secret: string } | null
  } | null
  /** where people of the network log in, beside here */
  sso: SsoConfig
}

/** Demo and trials have partners on their own machine; `serve` calls no private network that is not named. */
export const readOutgoing = (v: OutgoingSettings, mode: Mode): OutgoingConfig => ({
  privateNetworks: v.OUTGOING_PRIVATE_NETWORKS ?? (mode === 'serve' ? new BlockList() : loopback()),
  roaming: {
    timeoutMs: v.OCPI_TIMEOUT_SECONDS * SECOND_MS,
    authorizeMs: v.OCPI_AUTHORIZE_SECONDS * SECOND_MS,
    requestsPerMinute: v.OCPI_REQUESTS_PER_MINUTE,
  },
  partnerMessageDays: v.OCPI_MESSAGE_DAYS,
  webhookDays: v.WEBHOOK_DAYS,
  statusPage: v.STATUS_PAGE === 'on',
  telegramUrl: v.TELEGRAM_API_URL.replace(/\/$/, ''),
  responderMs: v.OCSP_TIMEOUT_SECONDS * SECOND_MS,
  sso: readSso(v),
  contractProvider:
    v.CONTRACT_PROVIDER_URL === undefined
      ? null
      : { url: v.CONTRACT_PROVIDER_URL, token: v.CONTRACT_PROVIDER_TOKEN ?? null, client: clientOf(v) },
})

/** Throws ConfigError where some of a client's settings are there, and others are not. */
function clientOf(v: OutgoingSettings) {
  const { CONTRACT_PROVIDER_TOKEN_URL: url, CONTRACT_PROVIDER_CLIENT_ID: id } = v
  if (!(url || id || v.CONTRACT_PROVIDER_CLIENT_SECRET)) return null
  return needed(v, {
    tokenUrl: 'CONTRACT_PROVIDER_TOKEN_URL',
    id: 'CONTRACT_PROVIDER_CLIENT_ID',
    secret: 'CONTRACT_PROVIDER_CLIENT_SECRET',
  })
}

function loopback(): BlockList {
  const networks = new BlockList()
  networks.addSubnet('127.0.0.0', 8)
  networks.addAddress('::1', 'ipv6')
  return networks
}
