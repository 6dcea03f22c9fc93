import { Button } from '@mantine/core'
import type { PayPage } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { IconCreditCard } from '../../../../ui/pictures/icons.ts'

interface SavedCardWayProps {
  saved: NonNullable<PayPage['saved_card']>
  isPaying: boolean
  onPay: () => void
}

/** Pays with the card that the driver has saved. */
export function SavedCardWay({ saved, isPaying, onPay }: SavedCardWayProps) {
  const { t } = useTranslation()
  return (
    <ChangeButton
      size="lg"
      fullWidth
      leftSection={<IconCreditCard size={20} stroke={1.75} />}
      loading={isPaying}
      onClick={onPay}
    >
      {saved.last4 ? t('pay.saved.pay', { last4: saved.last4 }) : t('pay.saved.payUnnamed')}
    </ChangeButton>
  )
}

/** Leads from what is the driver's own to the other ways to pay. */
export function OtherWayButton({ isPaying, onClick }: { isPaying: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="subtle" color="gray" size="md" fullWidth mt="sm" disabled={isPaying} onClick={onClick}>
      {t('pay.saved.otherWay')}
    </Button>
  )
}
