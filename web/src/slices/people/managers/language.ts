import { contract, type Language } from '@stationmaster/contract'
import { request } from '../../../api/calls/request.ts'
import { session } from '../../../api/session.ts'
import { chooseLanguage } from '../../../i18n/index.ts'

/** Switches the shown language and stores it on the server for mails. A failure to store it is ignored. */
export async function chooseOwnLanguage(language: Language): Promise<void> {
  await chooseLanguage(language)
  const id = session.get()?.manager?.id
  if (id === undefined) return
  await request(contract.managers.change, { params: { id }, body: { language } }).catch(() => undefined)
}
