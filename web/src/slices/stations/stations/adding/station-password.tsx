import { contract } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { CopyField } from '../../../../ui/fields/copy-field.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import classes from './connect-step.module.css'
import { shownPasswords } from './wizard-memory.ts'

/** The OCPP password of a station as long as this page knows it; afterwards a way to a new one. */
export function StationPassword({ stationId }: { stationId: string }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [password, setPassword] = useState(() => shownPasswords.get(stationId))
  const renew = useChange({
    mutationFn: () => request(contract.stations.renewPassword, { params: { id: stationId } }),
    onSuccess: (renewed) => {
      shownPasswords.set(stationId, renewed.password)
      setPassword(renewed.password)
    },
  })
  if (password !== null)
    return (
      <>
        <CopyField label={t('wizard.connect.password')} value={password} />
        <p className={classes.warning}>{t('wizard.connect.once')}</p>
      </>
    )
  return (
    <>
      <p className={classes.text}>{t('wizard.connect.passwordGone')}</p>
      <ChangeButton
        variant="default"
        className={classes.renew!}
        loading={renew.isPending}
        onClick={() => setAsking(true)}
      >
        {t('wizard.connect.renew')}
      </ChangeButton>
      {renew.isError && <FormError error={renew.error} />}
      <ConfirmDialog
        opened={asking}
        title={t('wizard.connect.renewTitle')}
        text={t('wizard.connect.renewText')}
        action={t('wizard.connect.renew')}
        onConfirm={() => renew.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
