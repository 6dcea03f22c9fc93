import { contract, type PricingPreviewBody } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useManager } from '../../../api/session.ts'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { LocationChooser } from '../../../slices/places/locations/list/location-chooser.tsx'
import { ConnectorFilter } from '../../../slices/places/tariffs/form/connector-filter.tsx'
import { TariffField } from '../../../slices/places/tariffs/form/price-fields.tsx'
import {
  kindOf,
  type PriceForm,
  startOf,
  usePriceForm,
  validity,
} from '../../../slices/places/tariffs/form/price-form.ts'
import { StartField } from '../../../slices/places/tariffs/form/start-field.tsx'
import { PreviewResult } from '../../../slices/places/tariffs/preview/preview-result.tsx'
import { useDroppedWords } from '../../../slices/places/tariffs/preview/use-dropped-words.ts'
import { usePreview } from '../../../slices/places/tariffs/preview/use-preview.ts'
import { connectorKindsQuery, useForgetPrices } from '../../../slices/places/tariffs/pricing-query.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { useServerNow } from '../../../ui/dates/use-server-now.ts'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { OrderLink } from '../../charging/order-link.tsx'
import { NextStep } from '../../frame/next-step.tsx'
import classes from './tariffs-page.module.css'

/** Changes the price per kWh of many locations at once (domain.md#tariffs). */
export function TariffsPage() {
  const { t } = useTranslation()
  const now = useServerNow(60)
  const backTo = useManager()?.role === 'administrator' ? '/locations' : '/charge-points'
  const { form, set } = usePriceForm()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [asking, setAsking] = useState(false)
  const locations = [...chosen].sort((a, b) => a - b)
  const body = locations.length > 0 && validity(form, now).tariff ? priceOf(form, locations) : null
  const preview = usePreview(body)
  const dropped = useDroppedWords(body ? preview.data : undefined)
  const publish = usePublish(body, startOf(form))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  const confirmText = useConfirmText(form, locations.length, dropped)
  return (
    <div className={classes.page}>
      <PageHeader title={t('tariffs.title')} facts={t('tariffs.facts')} backTo={backTo} />
      <PublishAnswer publish={publish} />
      <form className={classes.columns} onSubmit={submit}>
        <div className={classes.side}>
          <Panel title={t('tariffs.locations')}>
            <LocationChooser chosen={chosen} onChange={setChosen} emptyAction={<NextStep />} />
          </Panel>
        </div>
        <div className={classes.side}>
          <PricePanel
            form={form}
            set={set}
            locations={locations}
            now={now}
            dropped={dropped}
            ready={body !== null}
            loading={publish.isPending}
          />
          <Panel title={t('tariffs.preview.title')}>
            <PreviewResult
              preview={preview}
              waiting={t('tariffs.preview.waiting')}
              orderLink={(id) => <OrderLink id={id} />}
            />
          </Panel>
        </div>
      </form>
      <ConfirmDialog
        opened={asking}
        title={t('tariffs.confirm.title')}
        text={confirmText}
        action={t('tariffs.publish')}
        onConfirm={() => publish.mutate()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

const priceOf = ({ tariff, kinds }: PriceForm, locations: number[]): PricingPreviewBody => ({
  locations,
  price: Number(tariff),
  connectors: kinds.map((kind) => kindOf(kind) as object),
})

function usePublish(body: PricingPreviewBody | null, start: Date | null) {
  const forget = useForgetPrices()
  return useChange({
    mutationFn: (_, idempotency) =>
      request(contract.tariffs.priceLocations, {
        // only a complete form is sent
        body: { ...body!, valid_from: start?.toISOString() },
        idempotency,
      }),
    onSettled: forget,
  })
}

/** Says that the price was changed, or why it was not. */
function PublishAnswer({ publish }: { publish: ReturnType<typeof usePublish> }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const format = useFormat()
  if (publish.isSuccess)
    return (
      <CommandAnswer good onClose={publish.reset}>
        {t('tariffs.changed', { count: publish.data, n: format.number(publish.data) })}
      </CommandAnswer>
    )
  return (
    publish.isError && (
      <CommandAnswer good={false} onClose={publish.reset}>
        {errorText(publish.error)}
      </CommandAnswer>
    )
  )
}

interface PricePanelProps {
  form: PriceForm
  set: (change: Partial<PriceForm>) => void
  /** ids of those whose connectors can be chosen */
  locations: number[]
  now: number
  /** what the price removes, in words */
  dropped: string | null
  /** there are locations and a price */
  ready: boolean
  loading: boolean
}

/** Which connectors get the price, the price, and from when. */
function PricePanel({ form, set, locations, now, dropped, ready, loading }: PricePanelProps) {
  const { t } = useTranslation()
  const kinds = useQuery(connectorKindsQuery(locations))
  const valid = validity(form, now)
  return (
    <Panel title={t('tariffs.newPrice')}>
      <div className={classes.fields}>
        <ConnectorFilter
          kinds={(locations.length > 0 && kinds.data) || []}
          chosen={form.kinds}
          onChange={(chosenKinds) => set({ kinds: chosenKinds })}
        />
        <TariffField form={form} set={set} valid={valid} />
        <StartField form={form} set={set} valid={valid.start} now={now} />
        <p className={classes.note}>{t('tariffs.note')}</p>
        {dropped && (
          <p role="status" className={classes.dropped}>
            {dropped}
          </p>
        )}
        <ChangeButton
          type="submit"
          disabled={!ready || !valid.start}
          loading={loading}
          className={classes.submit!}
        >
          {t('tariffs.publish')}
        </ChangeButton>
      </div>
    </Panel>
  )
}

/** Says how many locations get which price, from when, and what it removes. */
function useConfirmText(form: PriceForm, count: number, dropped: string | null): string {
  const { t } = useTranslation()
  const format = useFormat()
  const start = startOf(form)
  const price = format.money(Number(form.tariff))
  const n = format.number(count)
  return [
    start
      ? t('tariffs.confirm.manyLater', { count, n, price, moment: format.when(start, 'full') })
      : t('tariffs.confirm.many', { count, n, price }),
    Number(form.tariff) === 0 && t('tariffs.confirm.free'),
    dropped,
  ]
    .filter(Boolean)
    .join(' ')
}
