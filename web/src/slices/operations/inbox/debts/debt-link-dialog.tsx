import { Button, TextInput } from '@mantine/core'
import { contract, type Debt } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { CopyField } from '../../../../ui/fields/copy-field.tsx'
import { Dialog } from '../../../../ui/forms/dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { IconMail, IconQrcode } from '../../../../ui/pictures/icons.ts'
import { QrCode } from '../../../../ui/pictures/qr-code.tsx'
import classes from './debt-link-dialog.module.css'

interface DebtLinkDialogProps {
  orderId: number
  /** null when the driver is unknown: the link goes to a typed address */
  user: Pick<NonNullable<Debt['user']>, 'id'> | null
  onClose: () => void
}

/** A link to pay a debt: shown as a QR code, or mailed. The link of a known driver only goes to the driver's own address. */
export function DebtLinkDialog({ orderId: id, user, onClose }: DebtLinkDialogProps) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const make = useChange({
    mutationFn: (body: { show: boolean; email?: string }, idempotency) =>
      request(contract.pay.debtLink, { params: { id }, body, idempotency }),
  })
  const { data } = make
  return (
    <Dialog onClose={onClose} title={t('inbox.debt.linkOf', { id })} size={420}>
      {data?.link ? (
        <>
          <div className={classes.shown}>
            <QrCode text={data.link} label={t('offer.qr')} />
            <p>{t('inbox.debt.linkShown')}</p>
          </div>
          <CopyField label={t('offer.address')} value={data.link} />
        </>
      ) : (
        <div className={classes.ways}>
          <p>{t(user ? 'inbox.debt.linkOwn' : 'inbox.debt.linkAny')}</p>
          {!user && (
            <TextInput
              label={t('offer.panel.email')}
              type="email"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          )}
          <ChangeButton
            leftSection={<IconMail size={16} stroke={1.75} />}
            disabled={!user && !email.includes('@')}
            loading={make.isPending && !make.variables?.show}
            onClick={() => make.mutate(user ? { show: false } : { show: false, email: email.trim() })}
          >
            {t('inbox.debt.linkMail')}
          </ChangeButton>
          <Button
            variant="default"
            leftSection={<IconQrcode size={16} stroke={1.75} />}
            disabled={make.isPending}
            onClick={() => make.mutate({ show: true })}
          >
            {t('inbox.debt.linkShow')}
          </Button>
          {data?.mailed_to && <p role="status">{t('offer.mailed', { email: data.mailed_to })}</p>}
          {make.isError && <FormError error={make.error} />}
        </div>
      )}
    </Dialog>
  )
}
