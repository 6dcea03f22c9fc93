import { Button, TextInput } from '@mantine/core'
import { contract, offerBody } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { network } from '../../../../api/network.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { CopyField } from '../../../../ui/fields/copy-field.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { Dialog } from '../../../../ui/forms/dialog.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { IconMailForward, IconSteeringWheel } from '../../../../ui/pictures/icons.ts'
import { QrCode } from '../../../../ui/pictures/qr-code.tsx'
import classes from './offer.module.css'

interface OfferButtonProps {
  connectorId: number
  /** its station keeps connectors for drivers */
  reserves: boolean
  /** the connector has no open order; the link of the new order is shown all the same */
  free: boolean
  disabled: boolean
  linkTo: (orderId: number, text: string) => ReactNode
  /** Chooses a driver; of the page, which knows them. */
  driverPicker: (onChange: (id: number | null) => void) => ReactNode
}

/** Creates a charge or a reservation for a driver, who pays for it by a link. */
export function OfferButton({ free, disabled, ...dialog }: OfferButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      {free && (
        <Button
          variant="default"
          fullWidth
          disabled={disabled}
          leftSection={<IconSteeringWheel size={16} stroke={1.75} />}
          onClick={() => setOpened(true)}
        >
          {t('offer.action')}
        </Button>
      )}
      {opened && <OfferDialog {...dialog} onClose={() => setOpened(false)} />}
    </>
  )
}

type OfferBody = NonNullable<ReturnType<typeof offerBody.safeParse>['data']>
type OfferDialogProps = Omit<OfferButtonProps, 'disabled' | 'free'> & { onClose: () => void }

/** Makes the offer, then shows its link or where it was mailed to. */
function OfferDialog({ connectorId, linkTo, onClose, ...rest }: OfferDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const offer = useChange({
    mutationFn: (body: OfferBody, idempotency) =>
      request(contract.pay.offer, { params: { id: connectorId }, body, idempotency }),
    onSettled: () => client.invalidateQueries(),
  })
  if (!offer.isSuccess) return <OfferForm {...rest} offer={offer} onClose={onClose} />
  const { link, mailed_to, order_id, hold_amount } = offer.data
  const shownPrice = (
    <>
      <p>{t('offer.hold', { amount: format.money(hold_amount) })}</p>
      {linkTo(order_id, t('offer.open'))}
    </>
  )
  return link === null ? (
    <MailedDialog email={mailed_to ?? ''} onClose={onClose}>
      {shownPrice}
    </MailedDialog>
  ) : (
    <LinkDialog link={link} title={t('offer.done')} onClose={onClose}>
      {shownPrice}
    </LinkDialog>
  )
}

const blank = {
  kind: 'charge' as 'charge' | 'reservation',
  minutes: 60 as number | '',
  limit: '' as number | '',
  driver: null as number | null,
  email: '',
}

/** The offer as it is sent; undefined while the form does not hold. */
const bodyOf = ({ kind, minutes, limit, driver, email }: typeof blank): OfferBody | undefined =>
  offerBody.safeParse({
    kind,
    ...(kind === 'reservation' ? { minutes: minutes === '' ? 0 : minutes } : {}),
    ...(limit === '' ? {} : { limit_amount: Math.round(limit * 100) }),
    ...(driver === null ? {} : { driver_id: driver }),
    ...(driver !== null || email.trim() === '' ? {} : { email: email.trim() }),
  }).data

interface OfferFormProps extends Pick<OfferDialogProps, 'reserves' | 'driverPicker' | 'onClose'> {
  offer: ComponentProps<typeof FormDialog<OfferBody>>['change']
}

function OfferForm({ reserves, driverPicker, offer, onClose }: OfferFormProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(blank)
  const set = (part: Partial<typeof blank>) => setTyped({ ...typed, ...part })
  const { kind, driver } = typed
  return (
    <FormDialog
      title={t('offer.title')}
      action={t(driver === null ? 'offer.submit' : 'offer.ask')}
      body={bodyOf(typed)}
      change={offer}
      onClose={onClose}
    >
      {reserves && (
        <SegmentedControl
          aria-label={t('offer.kind')}
          value={kind}
          onChange={(chosen) => set({ kind: chosen })}
          data={(['charge', 'reservation'] as const).map((value) => ({
            value,
            label: t(`offer.${value}`),
          }))}
        />
      )}
      {kind === 'reservation' && (
        <NumberField
          label={t('offer.minutes')}
          value={typed.minutes}
          onChange={(minutes) => set({ minutes })}
          min={5}
          max={60}
          required
        />
      )}
      {driverPicker((chosen) => set({ driver: chosen }))}
      <NumberField
        label={t('offer.limit', { currency: network.currencySign })}
        description={t('offer.limitHint')}
        value={typed.limit}
        onChange={(limit) => set({ limit })}
        min={1}
        max={1_000_000}
        decimals={2}
      />
      {driver === null ? (
        <TextInput
          label={t('offer.email')}
          description={t('offer.emailHint')}
          type="email"
          value={typed.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
      ) : (
        <p className={classes.own}>{t('offer.ownAddress')}</p>
      )}
    </FormDialog>
  )
}

interface MailedDialogProps {
  /** masked */
  email: string
  onClose: () => void
  children: ReactNode
}

/** The masked address that a known driver's link was mailed to. */
function MailedDialog({ email, onClose, children }: MailedDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('offer.panel.waiting')} size={420}>
      <div className={classes.shown}>
        <IconMailForward size={40} stroke={1.5} aria-hidden="true" />
        <p role="status">{t('offer.mailed', { email })}</p>
        {children}
      </div>
      <p className={classes.own}>{t('offer.waits')}</p>
    </Dialog>
  )
}

interface LinkDialogProps {
  link: string
  title: string
  onClose: () => void
  children?: ReactNode
}

/** A link to be sent or shown. */
export function LinkDialog({ link, title, onClose, children }: LinkDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={title} size={420}>
      <div className={classes.shown}>
        <QrCode text={link} label={t('offer.qr')} />
        {children}
      </div>
      <CopyField label={t('offer.address')} value={link} />
    </Dialog>
  )
}
