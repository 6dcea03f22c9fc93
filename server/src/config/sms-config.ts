import { faultOf, type SmsGateway } from '../platform/mail/sms-gateway.ts'
import { ConfigError } from './config-error.ts'

interface SmsSettings {
  SMS_URL?: string | undefined
  SMS_METHOD: 'POST' | 'GET'
  SMS_BODY?: string | undefined
  SMS_HEADERS: string
  SMS_PER_HOUR: number
}

export interface SmsConfig {
  /** null: SMS are files in the outbox */
  gateway: SmsGateway | null
  /** how many the whole network sends in an hour at most */
  perHour: number
}

/** Reads how SMS are sent; throws ConfigError. */
export function readSms(v: SmsSettings): SmsConfig {
  if (!v.SMS_URL) {
    if (v.SMS_BODY) throw new ConfigError('SMS_URL must be set as well.')
    return { gateway: null, perHour: v.SMS_PER_HOUR }
  }
  const gateway = {
    url: v.SMS_URL,
    method: v.SMS_METHOD,
    body: v.SMS_BODY ?? null,
    headers: headersIn(v.SMS_HEADERS),
  }
  const fault = faultOf(gateway)
  if (fault) throw new ConfigError(fault)
  return { gateway, perHour: v.SMS_PER_HOUR }
}

/** Headers are pairs by commas, with percent signs as in a URL, as those of OpenTelemetry. */
export function headersIn(text: string): Record<string, string> {
  const pairs = [...new URLSearchParams(text.replaceAll(',', '&'))]
  return Object.fromEntries(pairs.map(([name, value]) => [name.trim(), value.trim()]))
}
