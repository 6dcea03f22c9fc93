import { contract, type Driver } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useReloadDrivers } from './driver-queries.ts'

/** Deletes a driver's saved payment card. */
export function ForgetCard({ driver: { id } }: { driver: Driver }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const reload = useReloadDrivers()
  const forget = useChange({
    mutationFn: () => request(contract.drivers.removeCard, { params: { id } }),
    onSuccess: () => void reload(),
  })
  return (
    <>
      <ChangeButton
        variant="subtle"
        color="red"
        size="compact-sm"
        loading={forget.isPending}
        onClick={() => setAsking(true)}
      >
        {t('drivers.forget.action')}
      </ChangeButton>
      {forget.isError && <FormError error={forget.error} />}
      <ConfirmDialog
        opened={asking}
        title={t('drivers.forget.title')}
        text={t('drivers.forget.text')}
        action={t('drivers.forget.action')}
        onConfirm={() => forget.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
