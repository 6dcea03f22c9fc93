import { Button, Group } from '@mantine/core'
import {
  contract,
  defaultTariff,
  type LocationPricing,
  type PricingPreviewBody,
} from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { useServerNow } from '../../../../ui/dates/use-server-now.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/forms/dialog.tsx'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { PreviewResult } from '../preview/preview-result.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { pricingQuery, useForgetPrices } from '../pricing-query.ts'
import { BoundFields, WindowFields } from '../week/window-fields.tsx'
import { beyondEnergy } from './ad-hoc.ts'
import { AdHocWarning } from './ad-hoc-warning.tsx'
import { ConnectorChoice } from './connector-filter.tsx'
import { IdleField } from './idle-field.tsx'
import classes from './price-dialog.module.css'
import { PriceFields } from './price-fields.tsx'
import {
  conditionFieldsOf,
  conditionsOf,
  idleFieldsOf,
  idleOf,
  kindOf,
  kindValue,
  type PriceForm,
  startOf,
  usePriceForm,
  validity,
} from './price-form.ts'
import { StartField } from './start-field.tsx'

interface PriceDialogProps {
  opened: boolean
  locationId: number
  /** for a station: whether the price is its own or the whole location's */
  stationId?: string
  pricing: LocationPricing
  orderLink: (id: number) => ReactNode
  onClose: () => void
  onChanged: (stations: number) => void
}

/** Sets tariff, rate and start fee of a location, with a preview of last month before publishing. */
export function PriceDialog({ opened, onClose, ...rest }: PriceDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(rest.stationId === undefined ? 'tariffs.dialog.title' : 'tariffs.dialog.ofStation')}
      size={640}
    >
      <PriceEditor {...rest} onClose={onClose} />
    </Dialog>
  )
}

function PriceEditor({
  locationId,
  stationId,
  pricing: shown,
  orderLink,
  onClose,
  onChanged,
}: Omit<PriceDialogProps, 'opened'>) {
  const { t } = useTranslation()
  const now = useServerNow(60)
  const [whole, setWhole] = useState(stationId === undefined)
  const ofAll = useQuery({ ...pricingQuery(locationId, 1), enabled: whole && stationId !== undefined }).data
  const pricing = whole ? (ofAll ?? shown) : shown
  const timeZone = pricing.time_zone
  const target = { locationId, stationId: whole ? undefined : stationId }
  const { form, set } = usePriceForm(fieldsOf(shown))
  const valid = validity(form, now, timeZone)
  const priced = valid.tariff && valid.rate && valid.startFee && valid.windows && valid.bounds
  const preview = usePreview(priced ? previewOf(form, target) : null)
  return (
    <div className={classes.editor}>
      {stationId !== undefined && (
        <ScopeChoice
          whole={whole}
          onChange={(next) => {
            setWhole(next)
            set({ kinds: [] })
          }}
        />
      )}
      <ConnectorChoice
        kinds={distinct(pricing.connectors)}
        chosen={form.kinds}
        onChange={(kinds) => set({ kinds })}
      />
      <PriceFields form={form} set={set} valid={valid} />
      <WindowFields form={form} set={set} />
      <BoundFields form={form} set={set} valid={valid.bounds} />
      <IdleField form={form} set={set} />
      <StartField form={form} set={set} valid={valid.start} now={now} timeZone={timeZone} />
      <AdHocWarning components={beyondEnergyOf(form, pricing)} />
      <section className={classes.preview} aria-label={t('tariffs.preview.title')}>
        <h3 className={classes.subtitle}>{t('tariffs.preview.title')}</h3>
        <PreviewResult preview={preview} waiting={t('tariffs.preview.waitingPrice')} orderLink={orderLink} />
      </section>
      <PublishBar
        form={form}
        target={target}
        pricing={pricing}
        ready={priced && valid.idle && valid.start}
        onClose={onClose}
        onChanged={onChanged}
      />
    </div>
  )
}

/** Whether the price is the station's own or the whole location's. */
function ScopeChoice({ whole, onChange }: { whole: boolean; onChange: (whole: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('tariffs.scope.label')}
      value={whole ? 'location' : 'station'}
      onChange={(scope) => onChange(scope === 'location')}
      data={[
        { value: 'station', label: t('tariffs.scope.station') },
        { value: 'location', label: t('tariffs.scope.location') },
      ]}
    />
  )
}

/** What gets the price; without a station it is the whole location. */
interface PriceTarget {
  locationId: number
  stationId: string | undefined
}

interface PublishBarProps {
  form: PriceForm
  target: PriceTarget
  pricing: LocationPricing
  /** all fields are valid */
  ready: boolean
  onClose: () => void
  onChanged: (stations: number) => void
}

/** Publishes the price after a confirmation, or closes the dialog. */
function PublishBar({ form, target, pricing, ready, onClose, onChanged }: PublishBarProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const forget = useForgetPrices()
  const confirmText = useConfirmText(form, pricing)
  const [asking, setAsking] = useState(false)
  const publish = useChange({
    mutationFn: (_, idempotency) =>
      request(contract.tariffs.priceLocation, {
        idempotency,
        params: { id: target.locationId },
        body: {
          location_id: target.locationId,
          station_id: target.stationId,
          ...(firstKindOf(form) as object | null),
          tariff: Number(form.tariff),
          rate: Number(form.rate),
          start_fee: Number(form.startFee),
          ...conditionsOf(form),
          idle: idleOf(form),
          valid_from: startOf(form, pricing.time_zone)?.toISOString(),
        },
      }),
    onSuccess: (stations) => {
      onChanged(stations)
      onClose()
    },
    onSettled: forget,
  })
  return (
    <>
      {publish.isError && (
        <CommandAnswer good={false} onClose={publish.reset}>
          {errorText(publish.error)}
        </CommandAnswer>
      )}
      <Group justify="flex-end" gap="xs" className={classes.actions!}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ChangeButton disabled={!ready} loading={publish.isPending} onClick={() => setAsking(true)}>
          {t('tariffs.publish')}
        </ChangeButton>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('tariffs.confirm.title')}
        text={confirmText}
        action={t('tariffs.publish')}
        onConfirm={() => publish.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** Says how many connectors get the price, from when, and whether it is free of charge. */
function useConfirmText(form: PriceForm, { connectors, time_zone: timeZone }: LocationPricing): string {
  const { t } = useTranslation()
  const format = useFormat()
  const start = startOf(form, timeZone)
  const count = connectors
    .filter((one) => form.kinds.length === 0 || form.kinds.includes(kindValue(one)))
    .reduce((sum, one) => sum + one.count, 0)
  return [
    t('tariffs.confirm.connectors', { count, n: format.number(count) }),
    start
      ? t('tariffs.confirm.later', { moment: format.when(start, 'full', timeZone) })
      : t('tariffs.confirm.now'),
    Number(form.tariff) + Number(form.rate) + Number(form.startFee) === 0 && t('tariffs.confirm.free'),
  ]
    .filter(Boolean)
    .join(' ')
}

/** What the typed price holds beyond energy, of the connectors that get it. */
const beyondEnergyOf = (form: PriceForm, { connectors }: LocationPricing) =>
  beyondEnergy(
    { rate: Number(form.rate), start_fee: Number(form.startFee), min_price: form.minPrice },
    connectors
      .filter((one) => form.kinds.length === 0 || form.kinds.includes(kindValue(one)))
      .map(({ power }) => power),
  )

const firstKindOf = ({ kinds: [kind] }: PriceForm) => (kind ? kindOf(kind) : null)

/** The present price of the first connectors as initial values of the form. */
function fieldsOf({ connectors: [first] }: LocationPricing): Partial<PriceForm> {
  if (!first) return {}
  return {
    tariff: first.tariff || defaultTariff,
    rate: first.rate,
    startFee: first.start_fee,
    ...idleFieldsOf(first.idle),
    ...conditionFieldsOf(first),
  }
}

function previewOf(form: PriceForm, { locationId, stationId }: PriceTarget): PricingPreviewBody {
  const kind = firstKindOf(form)
  return {
    locations: [locationId],
    station_id: stationId,
    connectors: kind ? [kind as object] : [],
    price: Number(form.tariff),
    rate: Number(form.rate),
    start_fee: Number(form.startFee),
    ...conditionsOf(form),
  }
}

/** Each kind once, because connectors of one kind may have several prices. */
function distinct(connectors: LocationPricing['connectors']): LocationPricing['connectors'] {
  const kinds = new Map<string, LocationPricing['connectors'][number]>()
  for (const kind of connectors) {
    const key = JSON.stringify([kind.type, kind.current, kind.power])
    const known = kinds.get(key)
    kinds.set(key, known ? { ...known, count: known.count + kind.count } : kind)
  }
  return [...kinds.values()]
}
