import type { HelpConfig } from '@stationmaster/contract'
import { writing } from '@stationmaster/units'
import { ApiError, errorOf } from './calls/api-error.ts'
import { doubtContact, heardAnswer } from './live/contact.ts'

/** Requested before the contract is loaded; index.html begins to load it even earlier. */
const helpConfigUrl = '/api/v1/help/config'

/** What the network is set to (help/config): every day, clock time and amount is shown in these. */
export const network = { timeZone: 'Europe/Moscow', currency: 'RUB', currencySign: '₽' }

let loading: Promise<HelpConfig> | undefined

/** Loads the settings of the network, once; a failure is thrown, and the next call tries again. */
export function loadNetwork(): Promise<HelpConfig> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<HelpConfig> {
  const answer = await fetch(helpConfigUrl).catch(() => {
    void doubtContact()
    throw new ApiError('network.unreachable', 0, 'The server cannot be reached')
  })
  heardAnswer(answer)
  if (!answer.ok) throw await errorOf(answer)
  const config: HelpConfig = await answer.json()
  network.timeZone = config.time_zone
  takeCurrency(config.currency)
  return config
}

/** Shows amounts in a currency (ISO 4217). */
export function takeCurrency(currency: string): void {
  network.currency = currency
  network.currencySign = writing.currencySign(currency)
}
