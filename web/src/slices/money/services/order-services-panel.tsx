import { Button, Select, TextInput } from '@mantine/core'
import {
  contract,
  type OrderPayment,
  type OrderServices,
  type Service,
  saleBody,
} from '@stationmaster/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { ProviderField } from '../../../ui/fields/provider-field.tsx'
import { Money } from '../../../ui/figures/quantity.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconPlus } from '../../../ui/pictures/icons.ts'
import { ServiceIcon } from '../../../ui/pictures/service-icon.tsx'
import classes from './services.module.css'

const orderServicesQuery = (id: number) =>
  queryOptions({
    queryKey: ['services', 'order', id],
    queryFn: ({ signal }) => request(contract.services.ofOrder, { params: { id } }, signal),
    meta: { live: (signal) => signal.topic === 'order' && signal.id === id },
  })

interface OrderServicesPanelProps {
  orderId: number
  /** Shows what was paid for one, and what may be done with it; of the page. */
  renderPayment: (payment: OrderPayment, title: string) => ReactNode
}

/** What is sold with an order beside its charging, and what was. */
export function OrderServicesPanel({ orderId, renderPayment }: OrderServicesPanelProps) {
  const { t } = useTranslation()
  const [selling, setSelling] = useState(false)
  const { data } = useQuery(orderServicesQuery(orderId))
  if (!data || (data.offered.length === 0 && data.sold.length === 0)) return null
  const { offered, sold } = data
  return (
    <>
      <Panel
        title={t('services.title')}
        actions={
          offered.length > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => setSelling(true)}
            >
              {t('services.sell.open')}
            </Button>
          )
        }
      >
        {sold.length === 0 && <p className={classes.note}>{t('services.sell.none')}</p>}
        {sold.length > 0 && (
          <ul className={classes.sold}>
            {sold.map(({ id, name, icon, price, state, sold_by }) => (
              <li key={id}>
                <ServiceIcon name={icon} size={20} />
                <span>
                  {name}
                  <span className={classes.by}>
                    {[t(`services.sell.state.${state}`), sold_by ?? t('services.sell.byDriver')].join(' · ')}
                  </span>
                </span>
                <Money minor={price} unit />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {sold.map(({ id, name, payment }) => payment && <div key={id}>{renderPayment(payment, name)}</div>)}
      {selling && <SellDialog orderId={orderId} services={data} onClose={() => setSelling(false)} />}
    </>
  )
}

interface SellDialogProps {
  orderId: number
  services: OrderServices
  onClose: () => void
}

function SellDialog({ orderId, services: { offered, way, proof_email: email }, onClose }: SellDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  // a payer by card or balance is mailed a code; without an address the service is paid elsewhere
  const asOrder = way === 'sbp' || (way !== null && email !== null)
  const asksCode = way !== 'sbp'
  const [code, setCode] = useState('')
  // there is one
  const [serviceId, setServiceId] = useState(offered.length === 1 ? String(offered[0]!.id) : null)
  const [pays, setPays] = useState<'order' | 'cash' | 'terminal'>(asOrder ? 'order' : 'cash')
  const [at, setAt] = useState({ provider: '', market_shop_id: '', document_number: '' })
  const service = offered.find(({ id }) => String(id) === serviceId)
  const isCharged = pays === 'order' && asksCode
  const atTerminal = pays === 'terminal'
  const parsed = saleBody.safeParse({
    service_id: service?.id,
    price: service?.price,
    pays,
    code: isCharged ? code : null,
    provider: atTerminal ? at.provider : null,
    market_shop_id: (atTerminal && at.market_shop_id.trim()) || null,
    document_number: (pays !== 'order' && at.document_number.trim()) || null,
  })
  const sell = useSell(orderId, onClose)
  const send = useSendCode(orderId, () => setCode(''))
  const ways = [
    ...(way && asOrder ? [{ value: 'order', label: t(`services.sell.way.${way}`) }] : []),
    { value: 'cash', label: t('enums.paymentMethod.cash') },
    { value: 'terminal', label: t('enums.paymentMethod.terminal') },
  ]
  return (
    <FormDialog
      title={t('services.sell.title')}
      action={
        service ? t('services.sell.action', { amount: format.money(service.price) }) : t('services.sell.open')
      }
      body={parsed.data}
      change={sell}
      onClose={onClose}
    >
      <ServiceSelect offered={offered} value={serviceId} onChange={setServiceId} />
      <Select
        label={t('payments.one.method')}
        data={ways}
        value={pays}
        onChange={(value) => value && setPays(value as typeof pays)}
        allowDeselect={false}
      />
      {isCharged && <CodeFields email={email} service={service} send={send} code={code} onCode={setCode} />}
      {pays !== 'order' && <PaidElsewhereFields atTerminal={atTerminal} values={at} onChange={setAt} />}
    </FormDialog>
  )
}

function useSell(orderId: number, onSuccess: () => void) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (body: ReturnType<typeof saleBody.parse>, idempotency) =>
      request(contract.services.sell, { params: { id: orderId }, body, idempotency }),
    onSuccess,
    onSettled: () =>
      Promise.all(
        ['services', 'orders', 'payments'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  })
}

/** Mails the payer a code for a service. */
function useSendCode(orderId: number, onSuccess: () => void) {
  return useChange({
    mutationFn: (one: Service, idempotency) => {
      const body = { service_id: one.id, price: one.price }
      return request(contract.services.code, { params: { id: orderId }, body, idempotency })
    },
    onSuccess,
  })
}

interface CodeFieldsProps {
  /** of the payer */
  email: string | null
  service: Service | undefined
  send: ReturnType<typeof useSendCode>
  code: string
  onCode: (code: string) => void
}

/** Mails a code to the payer, and takes the code that the payer says. */
function CodeFields({ email, service, send, code, onCode }: CodeFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.note}>{t('services.sell.ask', { email })}</p>
      <ChangeButton
        variant="default"
        disabled={!service}
        loading={send.isPending}
        onClick={() => service && send.mutate(service)}
      >
        {t('services.sell.sendCode')}
      </ChangeButton>
      {send.isError && <FormError error={send.error} />}
      {send.isSuccess && (
        <p className={classes.note} role="status">
          {t('services.sell.codeSent')}
        </p>
      )}
      <TextInput
        label={t('services.sell.code')}
        value={code}
        onChange={(event) => onCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
        inputMode="numeric"
        autoComplete="off"
        required
      />
    </>
  )
}

interface ServiceSelectProps {
  offered: readonly Service[]
  /** id of the chosen service */
  value: string | null
  onChange: (id: string | null) => void
}

function ServiceSelect({ offered, value, onChange }: ServiceSelectProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Select
      label={t('services.type')}
      data={offered.map(({ id, name, price }) => ({
        value: String(id),
        label: `${name}, ${format.money(price)}`,
      }))}
      value={value}
      onChange={onChange}
      placeholder={t('services.choose')}
      required
    />
  )
}

interface Booking {
  provider: string
  market_shop_id: string
  document_number: string
}

interface PaidElsewhereFieldsProps {
  atTerminal: boolean
  values: Booking
  onChange: (values: Booking) => void
}

/** The document of a payment in cash or at a terminal, and which terminal. */
function PaidElsewhereFields({ atTerminal, values, onChange }: PaidElsewhereFieldsProps) {
  const { t } = useTranslation()
  const field = (name: keyof Booking) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...values, [name]: event.currentTarget.value }),
    maxLength: 64,
  })
  return (
    <>
      {atTerminal && (
        <>
          <ProviderField value={values.provider} onChange={(provider) => onChange({ ...values, provider })} />
          <TextInput {...field('market_shop_id')} label={t('payments.one.shop')} />
        </>
      )}
      <TextInput {...field('document_number')} label={t('payments.one.document')} />
    </>
  )
}
