import { Button } from '@mantine/core'
import type { PayPage, Service } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encryptCard } from '../../../api/encrypt-card.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { IconExternalLink } from '../../../ui/pictures/icons.ts'
import { ServiceIcon } from '../../../ui/pictures/service-icon.tsx'
import classes from './pay.module.css'
import type { PayActions } from './pay-query.ts'
import { CardForm } from './ways/card-form.tsx'
import { CodeForm } from './ways/code-form.tsx'

interface ServicesPanelProps {
  page: PayPage
  actions: PayActions
}

/** What the location sells beside charging, and what was bought. */
export function ServicesPanel({ page, actions }: ServicesPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [chosen, setChosen] = useState<Service | null>(null)
  const { offered, sold } = page.services
  const busy = sold.some(({ state }) => state === 'asked')
  if (offered.length === 0 && sold.length === 0) return null
  return (
    <section className={classes.panel} aria-label={t('pay.services.title')}>
      <p className={classes.strong}>{t('pay.services.title')}</p>
      {sold.length > 0 && (
        <ul className={classes.services} aria-label={t('pay.services.bought')}>
          {sold.map((one) => (
            <Bought key={one.id} one={one} actions={actions} />
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <ul className={classes.services}>
          {offered.map((service) => (
            <li key={service.id}>
              <ServiceIcon name={service.icon} size={24} />
              <span className={classes.serviceName}>
                {service.name}
                {service.description && <span className={classes.quiet}>{service.description}</span>}
              </span>
              <Button
                size="md"
                variant="default"
                disabled={busy}
                aria-label={t('pay.services.buyOf', {
                  name: service.name,
                  amount: format.money(service.price),
                })}
                onClick={() => setChosen(service)}
              >
                {format.money(service.price)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen && <BuyDialog page={page} service={chosen} actions={actions} onClose={() => setChosen(null)} />}
    </section>
  )
}

interface BoughtProps {
  one: PayPage['services']['sold'][number]
  actions: PayActions
}

function Bought({ one, actions: { takeBack } }: BoughtProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, name, icon, price, state, refunded, action } = one
  const said =
    refunded > 0 ? t('pay.services.refunded', { amount: format.money(refunded) }) : t(`pay.services.${state}`)
  return (
    <li data-void={state === 'void' || undefined}>
      <ServiceIcon name={icon} size={24} />
      <span className={classes.serviceName}>
        {name}
        <span className={classes.quiet}>{said}</span>
        {action && (
          <span className={classes.serviceActs}>
            <Button
              component="a"
              href={action.url}
              size="sm"
              rightSection={<IconExternalLink size={16} stroke={1.75} />}
            >
              {t('pay.action.open')}
            </Button>
            <ChangeButton
              size="sm"
              variant="subtle"
              color="gray"
              loading={takeBack.isPending}
              onClick={() => takeBack.mutate(id)}
            >
              {t('pay.services.takeBack')}
            </ChangeButton>
          </span>
        )}
      </span>
      <span className={classes.servicePrice}>{format.money(price)}</span>
    </li>
  )
}

interface BuyDialogProps extends ServicesPanelProps {
  service: Service
  onClose: () => void
}

function BuyDialog({ page, service, actions, onClose }: BuyDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  // one key for one purchase, so that it is bought once even when it is sent several times
  const [wish] = useState(() => crypto.randomUUID())
  const { buy, mailServiceCode } = actions
  const { way, proof } = page.services
  const { card_key: key } = page
  const body = { service_id: service.id, price: service.price, wish }
  const amount = format.money(service.price)
  const close = () => {
    buy.reset()
    mailServiceCode.reset()
    onClose()
  }
  const dialog = (children: ReactNode) => (
    <BuyFrame title={service.name} buy={buy} onClose={close}>
      {children}
    </BuyFrame>
  )
  if (proof && proof.email !== null)
    return dialog(
      <ByCode
        email={proof.email}
        page={page}
        service={service}
        actions={actions}
        onPay={(code, on) => buy.mutate({ ...body, code }, { ...on, onSuccess: close })}
      />,
    )
  if (proof && key !== null)
    return dialog(
      <>
        <p className={classes.quiet}>{t('pay.services.cardAgain')}</p>
        <div className={classes.balance}>
          <CardForm
            action={t('pay.services.pay', { amount })}
            pending={buy.isPending}
            mayBeSaved={false}
            onCard={(typed) => buy.mutate(withCard(body, key, typed), { onSuccess: close })}
          />
        </div>
      </>,
    )
  return (
    <FormDialog
      title={service.name}
      action={t('pay.services.pay', { amount })}
      body={{}}
      change={{ ...buy, mutate: () => buy.mutate(body, { onSuccess: onClose }) }}
      onClose={close}
    >
      <p className={classes.quiet}>
        {way === 'sbp' ? t('pay.services.bySbp', { amount }) : t('pay.services.onPage')}
      </p>
    </FormDialog>
  )
}

interface ByCodeProps extends Omit<BuyDialogProps, 'onClose'> {
  email: string
  onPay: Parameters<typeof CodeForm>[0]['onPay']
}

/** Proves who buys by a code that is mailed to them, and says which card is charged. */
function ByCode({ email, page, service: { id, price }, actions, onPay }: ByCodeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { buy, mailServiceCode } = actions
  const { way, card, proof } = page.services
  const amount = format.money(price)
  const charged =
    way === 'card' ? t('pay.services.byCard', { amount, card: card ?? t('pay.services.sameCard') }) : null
  return (
    <>
      {charged && <p className={classes.quiet}>{charged}</p>}
      <p className={classes.quiet}>{t('pay.services.codeText')}</p>
      <CodeForm
        email={email}
        isSent={proof?.code?.service_id === id}
        open={t('pay.services.openCode')}
        amount={price}
        isPaying={buy.isPending}
        onPay={onPay}
        mailCode={{ ...mailServiceCode, mutate: () => mailServiceCode.mutate({ service_id: id, price }) }}
      />
    </>
  )
}

interface BuyFrameProps {
  title: string
  buy: PayActions['buy']
  onClose: () => void
  children: ReactNode
}

/** A dialog that proves who buys, and says why it was refused. */
const BuyFrame = ({ title, buy, onClose, children }: BuyFrameProps) => (
  <Dialog onClose={onClose} title={title} size={460}>
    {children}
    {buy.isError && <FormError error={buy.error} />}
  </Dialog>
)

/** What is bought, with the card it is paid with. */
const withCard = async <Bought extends object>(bought: Bought, ...typed: Parameters<typeof encryptCard>) => {
  const { method: _, ...card } = await encryptCard(...typed)
  return { ...bought, card }
}
