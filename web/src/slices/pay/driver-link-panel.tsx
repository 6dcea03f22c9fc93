import { Button, TextInput } from '@mantine/core'
import { contract, type OrderDetails } from '@stationmaster/contract'
import { IconMail, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../api/request.ts'
import { useChange } from '../../api/use-change.ts'
import { ChangeButton } from '../../ui/change-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './offer.module.css'
import { LinkDialog } from './offer-dialog.tsx'

/** The link by which the driver of an order pays for it and follows it, to be shown or sent. */
export function DriverLinkPanel({ order: { id } }: { order: Pick<OrderDetails, 'id'> }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [shown, setShown] = useState(false)
  const make = useChange({
    mutationFn: (to: string | null, wish) =>
      request(contract.pay.link, { params: { id }, body: { email: to }, wish }),
    onSuccess: (_, to) => setShown(to === null),
  })
  return (
    <Panel title={t('offer.panel.title')}>
      <div className={classes.panel}>
        <p>{t('offer.panel.text')}</p>
        <TextInput
          label={t('offer.panel.email')}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div className={classes.row}>
          <ChangeButton
            variant="default"
            leftSection={<IconMail size={16} stroke={1.75} />}
            disabled={!email.includes('@')}
            loading={make.isPending && make.variables !== null}
            onClick={() => make.mutate(email.trim())}
          >
            {t('offer.panel.send')}
          </ChangeButton>
          <Button
            variant="default"
            leftSection={<IconQrcode size={16} stroke={1.75} />}
            disabled={make.isPending}
            onClick={() => make.mutate(null)}
          >
            {t('offer.panel.action')}
          </Button>
        </div>
        {make.isError && <FormError error={make.error} />}
        {make.isSuccess && make.variables !== null && <p role="status">{t('offer.panel.sent')}</p>}
        {shown && make.data && (
          <LinkDialog link={make.data.link} title={t('offer.panel.title')} onClose={() => setShown(false)} />
        )}
      </div>
    </Panel>
  )
}
