import 'i18next'
import type en from './en/index.ts'
import type pay from './en/pay.ts'
import type account from './en/public/account.ts'
import type charge from './en/public/charge.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof pay & typeof account & { charge: typeof charge } }
  }
}
