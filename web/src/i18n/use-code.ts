import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Where the words of a code stand, by what it is a code of. */
const keys = {
  warning: (code: string) => `enums.warning.${code}`,
  status: (code: string) => `enums.ocppStatus.${code}`,
  stopReason: (code: string) => `order.stopReason.${code}`,
  outcome: (code: string) => `order.outcome.${code}`,
  boot: (code: string) => `timeline.boot.${code}`,
  error: (code: string) => `timeline.error.${code}`,
  security: (code: string) => `timeline.security.${code}`,
  firmware: (code: string) => `timeline.step.${code}`,
  upload: (code: string) => `codes.upload.${code}`,
  handshake: (code: string) => `codes.handshake.${code}`,
  measurand: (code: string) => `codes.measurand.${code.replaceAll('.', '')}`,
  location: (code: string) => `codes.location.${code}`,
  receipt: (code: string) => `receipts.refused.${code}`,
  decline: (code: string) => `codes.decline.${code}`,
}
export type CodeKind = keyof typeof keys

/** Codes that banks, payment providers and tills say, and no station. */
const ofProviders: readonly CodeKind[] = ['receipt', 'decline']

/** Says a code in the shown language; one that nobody knows is quoted, as the own word of the station, or of the provider. */
export function useCode(): (kind: CodeKind, code: string) => string {
  const { t, i18n } = useTranslation()
  return useCallback(
    (kind, code) => {
      const key = keyOfCode(kind, code)
      const words: unknown = key && i18n.getResource(i18n.language, 'translation', key)
      if (typeof words === 'string') return words
      return t(ofProviders.includes(kind) ? 'codes.provider' : 'codes.own', { word: code })
    },
    [t, i18n, i18n.language],
  )
}

/** Where the words of a code would stand; undefined of what no standard names: a station may send any text. */
export const keyOfCode = (kind: CodeKind, code: string): string | undefined =>
  /^[A-Za-z][\w.]*$/.test(code) ? keys[kind](code) : undefined
