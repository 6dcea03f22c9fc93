import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Names who a payment goes through: what is no bank has words, a bank its own name. */
export function useProviderName(): (provider: string) => string {
  const { t } = useTranslation()
  return useCallback(
    (provider) =>
      provider === 'station' || provider === 'roaming' ? t(`enums.paymentProvider.${provider}`) : provider,
    [t],
  )
}
