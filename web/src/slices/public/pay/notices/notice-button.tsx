import type { PayPage } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canBeNotified, NoticesBlocked } from '../../../../api/driver/push.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import classes from '../pay.module.css'
import { follow, isFollowed } from './follow.ts'

const beforeMoney: readonly PayPage['step'][] = ['pay', 'action', 'confirming']

/** Offers notices of the session on this phone; nothing where the browser or the server has none. */
export function NoticeButton({ page, token }: { page: PayPage; token: string }) {
  const { t } = useTranslation()
  const { push_key: key, order_id: orderId } = page
  const [isOn, setIsOn] = useState(() => isFollowed(orderId))
  const change = useChange({
    mutationFn: async (given: string) => follow({ token, orderId, key: given }),
    onSuccess: () => setIsOn(true),
  })
  if (key === null || beforeMoney.includes(page.step) || !canBeNotified()) return null
  if (isOn)
    return (
      <p className={classes.quiet} role="status">
        {t('pay.notices.on')}
      </p>
    )
  return (
    <>
      <ChangeButton
        size="lg"
        fullWidth
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate(key)}
      >
        {t('pay.notices.action')}
      </ChangeButton>
      {change.error instanceof NoticesBlocked ? (
        <p role="alert">{t('pay.notices.blocked')}</p>
      ) : (
        change.isError && <FormError error={change.error} />
      )}
    </>
  )
}
