import { useTranslation } from 'react-i18next'
import { type ApiErrorCode, codeOf } from '../api/api-error.ts'

/** Says what went wrong in the shown language, by the error's code. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation()
  return (error) => {
    const code: ApiErrorCode = codeOf(error)
    return i18n.exists(`errors.${code}`) ? t(`errors.${code}`) : t('errors.server.failed')
  }
}
