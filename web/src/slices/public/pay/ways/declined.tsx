import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconCreditCardOff } from '../../../../ui/pictures/icons.ts'

const declines = ['insufficient_funds', 'authentication_failed', 'expired_card'] as const
/** The text for a provider's code of a refusal by the bank. */
export const declineOf = (word: string) => declines.find((one) => one === word) ?? 'other'

/** Why the bank refused, by the provider's code, and what the driver can do. */
export function Declined({ word }: { word: string }) {
  const { t } = useTranslation()
  const decline = declineOf(word)
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconCreditCardOff size={20} stroke={1.75} />}
      title={t(`pay.decline.${decline}`)}
    >
      {t(`pay.decline.${decline}Next`)}
    </Alert>
  )
}
