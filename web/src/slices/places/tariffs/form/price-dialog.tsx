import { Button, Group, Modal } from '@mantine/core'
import { contract, defaultTariff, type LocationPricing } from '@stationmaster/contract'
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
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { PreviewResult } from '../preview/preview-result.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { pricingQuery, useForgetPrices } from '../pricing-query.ts'
import { BoundFields, WindowFields } from '../week/window-fields.tsx'
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
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(rest.stationId === undefined ? 'tariffs.dialog.title' : 'tariffs.dialog.ofStation')}
      size={640}
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <PriceEditor {...rest} onClose={onClose} />
    </Modal>
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
  const errorText = useErrorText()
  const format = useFormat()
  const forget = useForgetPrices()
  const now = useServerNow(60)
  const [whole, setWhole] = useState(stationId === undefined)
  const ofAll = useQuery({ ...pricingQuery(locationId, 1), enabled: whole && stationId !== undefined }).data
  const pricing = whole ? (ofAll ?? shown) : shown
  const ownStation = whole ? undefined : stationId
  const [first] = shown.connectors
  const { form, set } = usePriceForm(
    first
      ? {
          tariff: first.tariff || defaultTariff,
          rate: first.rate,
          startFee: first.start_fee,
          ...idleFieldsOf(first.idle),
          ...conditionFieldsOf(first),
        }
      : {},
  )
  const [asking, setAsking] = useState(false)
  const timeZone = pricing.time_zone
  const valid = validity(form, now, timeZone)
  const { tariff, rate, startFee } = form
  const priced = valid.tariff && valid.rate && valid.startFee && valid.windows && valid.bounds
  const start = startOf(form, timeZone)
  const kind = form.kinds[0] ? kindOf(form.kinds[0]) : null
  const preview = usePreview(
    priced
      ? {
          locations: [locationId],
          station_id: ownStation,
          connectors: kind ? [kind as object] : [],
          price: Number(tariff),
          rate: Number(rate),
          start_fee: Number(startFee),
          ...conditionsOf(form),
        }
      : null,
  )
  const concerned = pricing.connectors
    .filter((one) => form.kinds.length === 0 || form.kinds.includes(kindValue(one)))
    .reduce((sum, { count }) => sum + count, 0)
  const publish = useChange({
    mutationFn: (_, idempotency) =>
      request(contract.tariffs.priceLocation, {
        idempotency,
        params: { id: locationId },
        body: {
          location_id: locationId,
          station_id: ownStation,
          ...(kind as object | null),
          tariff: Number(tariff),
          rate: Number(rate),
          start_fee: Number(startFee),
          ...conditionsOf(form),
          idle: idleOf(form),
          valid_from: start?.toISOString(),
        },
      }),
    onSuccess: (stations) => {
      onChanged(stations)
      onClose()
    },
    onSettled: forget,
  })
  return (
    <div className={classes.editor}>
      {stationId !== undefined && (
        <SegmentedControl
          fullWidth
          aria-label={t('tariffs.scope.label')}
          value={whole ? 'location' : 'station'}
          onChange={(scope) => {
            setWhole(scope === 'location')
            set({ kinds: [] })
          }}
          data={[
            { value: 'station', label: t('tariffs.scope.station') },
            { value: 'location', label: t('tariffs.scope.location') },
          ]}
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
      <section className={classes.preview} aria-label={t('tariffs.preview.title')}>
        <h3 className={classes.subtitle}>{t('tariffs.preview.title')}</h3>
        <PreviewResult preview={preview} waiting={t('tariffs.preview.waitingPrice')} orderLink={orderLink} />
      </section>
      {publish.isError && (
        <CommandAnswer good={false} onClose={publish.reset}>
          {errorText(publish.error)}
        </CommandAnswer>
      )}
      <Group justify="flex-end" gap="xs" className={classes.actions!}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ChangeButton
          disabled={!priced || !valid.idle || !valid.start}
          loading={publish.isPending}
          onClick={() => setAsking(true)}
        >
          {t('tariffs.publish')}
        </ChangeButton>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('tariffs.confirm.title')}
        text={[
          t('tariffs.confirm.connectors', { count: concerned, n: format.number(concerned) }),
          start
            ? t('tariffs.confirm.later', { moment: format.when(start, 'full', timeZone) })
            : t('tariffs.confirm.now'),
          Number(tariff) + Number(rate) + Number(startFee) === 0 && t('tariffs.confirm.free'),
        ]
          .filter(Boolean)
          .join(' ')}
        action={t('tariffs.publish')}
        onConfirm={() => publish.mutate()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
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
