import { Button, TextInput } from '@mantine/core'
import { contract, type OrderDetails } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconMail, IconQrcode } from '../../../../ui/pictures/icons.ts'
import classes from './offer.module.css'
import { LinkDialog } from './offer-dialog.tsx'

/** The link by which a driver pays for an order and follows it. The link of a known driver is only mailed to the driver. */
export function DriverLinkPanel({ order }: { order: Pick<OrderDetails, 'id' | 'user_id' | 'status'> }) {
  return order.user_id === null ? <OpenLink id={order.id} /> : <OwnLink order={order} />
}

/** With a known driver the link can be sent again to the driver's own address. */
function OwnLink({ order: { id, status } }: { order: Pick<OrderDetails, 'id' | 'status'> }) {
  const { t } = useTranslation()
  const send = useChange({
    mutationFn: (_: undefined, idempotency) =>
      request(contract.pay.link, { params: { id }, body: {}, idempotency }),
  })
  const waits = status === 'wait_payment'
  return (
    <Panel title={t(waits ? 'offer.panel.waiting' : 'offer.panel.title')}>
      <div className={classes.panel}>
        <p>{t(waits ? 'offer.panel.waitingText' : 'offer.panel.known')}</p>
        <div className={classes.row}>
          <ChangeButton
            variant="default"
            leftSection={<IconMail size={16} stroke={1.75} />}
            loading={send.isPending}
            onClick={() => send.mutate(undefined)}
          >
            {t('offer.panel.resend')}
          </ChangeButton>
        </div>
        {send.isError && <FormError error={send.error} />}
        {send.isSuccess && <p role="status">{t('offer.mailed', { email: send.data.mailed_to ?? '' })}</p>}
      </div>
    </Panel>
  )
}

/** Without a known driver the link can be shown, and sent to any address. */
function OpenLink({ id }: { id: number }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [shown, setShown] = useState(false)
  const make = useChange({
    mutationFn: (to: string | null, idempotency) =>
      request(contract.pay.link, { params: { id }, body: { email: to }, idempotency }),
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
        {shown && make.data?.link && (
          <LinkDialog link={make.data.link} title={t('offer.panel.title')} onClose={() => setShown(false)} />
        )}
      </div>
    </Panel>
  )
}
