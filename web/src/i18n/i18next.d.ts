import 'i18next'
import type charge from './en/charge.ts'
import type en from './en/index.ts'
import type pay from './en/pay.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof pay & typeof charge }
  }
}
