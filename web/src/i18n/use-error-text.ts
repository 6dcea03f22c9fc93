import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/calls/api-error.ts'

/** Says what went wrong: in the server's words, which come in the shown language, or in ours when it gave none. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    if (!(error instanceof ApiError)) return t('errors.unexpected')
    if (error.code === 'network.unreachable') return t('errors.network.unreachable')
    if (error.code === 'network.unreadable') return t('errors.network.unreadable')
    return error.message
  }
}
