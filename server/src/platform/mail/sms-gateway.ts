/** A gateway for SMS over HTTP, as the operator describes it; {to} and {text} stand for the number and the text. */
export interface SmsGateway {
  url: string
  method: 'POST' | 'GET'
  headers: Record<string, string>
  /** null: everything is in the URL */
  body: string | null
}

const timeoutMs = 20_000

type Values = Readonly<Record<'to' | 'text', string>>

const filled = (template: string, values: Values, escaped: (value: string) => string): string =>
  template.replaceAll(/\{(to|text)\}/g, (_, name: keyof Values) => escaped(values[name]))

/** What stands within the quotes of a JSON text. */
const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)

const isJson = (body: string): boolean => body.trimStart().startsWith('{')

/** The start of an address up to its path: nothing that a visitor types may stand there. */
const hostPart = /^https?:\/\/[^/?#{}\s]+(?=[/?#]|$)/i

/** What is wrong with a gateway; null: nothing. */
export function faultOf({ url, method, body }: Omit<SmsGateway, 'headers'>): string | null {
  const host = hostPart.exec(url)?.[0]
  if (host === undefined || !URL.canParse(host) || /[{}]/.test(new URL(host).host))
    return 'SMS_URL must be an http or https URL whose host is fixed.'
  if (!['{to}', '{text}'].every((name) => `${url} ${body ?? ''}`.includes(name)))
    return 'SMS_URL and SMS_BODY must hold {to} and {text}.'
  return method === 'GET' && body !== null ? 'SMS_BODY needs SMS_METHOD POST.' : null
}

/**
 * Sends one SMS. Follows no redirect: the number and the text go to the host that is set, and to no other. Throws where the
 * gateway does not answer with success; the error names neither its address, which may hold a key, nor the text.
 */
export async function sendSms(gateway: SmsGateway, values: Values): Promise<void> {
  const { url, method, headers, body } = gateway
  const json = body !== null && isJson(body)
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded'
  let answer: Response
  try {
    answer = await fetch(filled(url, values, encodeURIComponent), {
      method,
      headers: { ...(body === null ? {} : { 'content-type': type }), ...headers },
      ...(body === null ? {} : { body: filled(body, values, json ? inJson : encodeURIComponent) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
  } catch (error) {
    throw new Error(`The SMS gateway did not answer: ${(error as Error).name}.`)
  }
  if (!answer.ok) throw new Error(`The SMS gateway answered with status ${answer.status}.`)
}
