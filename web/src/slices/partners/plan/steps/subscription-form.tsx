import { Button, Checkbox, Tooltip } from '@mantine/core'
import {
  contract,
  type Plan,
  type PlanCountry,
  type PlanFrequency,
  planFrequencies,
  planPriceOf,
  type Station,
  type SubscriptionBody,
} from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { Money } from '../../../../ui/figures/quantity.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { useFreeConsent } from '../../../../ui/forms/free-consent.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ConnectorIcon } from '../../../../ui/pictures/connector-icon.tsx'
import classes from '../plan.module.css'

interface Place {
  id: number
  name: string
  stations: Station[]
}

interface SubscriptionFormProps {
  managerId: number
  plan: Plan
  places: readonly Place[]
  renderPicture: (station: Station) => ReactNode
  onDone: () => void
  /** leaves everything as it is */
  onLater: () => void
}

/** Step 4, and the form that changes a plan: how often, and which stations. The price follows from their number and the country of the business. */
export function SubscriptionForm({
  managerId,
  plan,
  places,
  renderPicture,
  onDone,
  onLater,
}: SubscriptionFormProps) {
  const { t } = useTranslation()
  const { subscription, payment_account: account } = plan
  const stations = places.flatMap((place) => place.stations)
  const exempt = new Set(plan.exempt)
  const [frequency, setFrequency] = useState<PlanFrequency>(subscription?.next_frequency ?? 'monthly')
  const { chosen, choose } = useChosenStations(plan, stations)
  const body = {
    frequency,
    quantity: chosen.size,
    stations: stations.map(({ id }) => ({ id, monetized: chosen.has(id) || exempt.has(id) })),
  }
  const { save, dialog } = useSubscribe(managerId, subscription, body, onDone)
  return (
    <div className={classes.form}>
      {dialog}
      <Panel title={t('plan.steps.subscription')}>
        <div className={classes.form}>
          <SegmentedControl
            aria-label={t('plan.frequency.label')}
            value={frequency}
            onChange={setFrequency}
            data={planFrequencies.map((value) => ({ value, label: t(`plan.frequency.${value}`) }))}
          />
          <PriceFigures count={chosen.size} frequency={frequency} country={account?.country} />
          {subscription && <p className={classes.note}>{t('plan.changeNote')}</p>}
          {save.isError && <FormError error={save.error} />}
          <div className={classes.row}>
            <ChangeButton disabled={chosen.size === 0} loading={save.isPending} onClick={() => save.mutate()}>
              {t('plan.confirm')}
            </ChangeButton>
            <Button variant="default" onClick={onLater}>
              {t(subscription ? 'common.cancel' : 'plan.later')}
            </Button>
          </div>
        </div>
      </Panel>
      {places.map((place) => (
        <PlacePanel
          key={place.id}
          place={place}
          chosen={chosen}
          exempt={exempt}
          renderPicture={renderPicture}
          onChoose={choose}
        />
      ))}
    </div>
  )
}

/** The ids of the chosen stations: at first those that earn, and those that the end of a plan switched off. */
function useChosenStations(plan: Plan, stations: readonly Station[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => {
    const exempt = new Set(plan.exempt)
    const before = new Set(plan.switched_off)
    const isChosen = ({ id, monetized }: Station) => !exempt.has(id) && (monetized || before.has(id))
    return new Set(stations.filter(isChosen).map(({ id }) => id))
  })
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return { chosen, choose }
}

/** Saves the plan, and asks before it has fewer stations or some become free of charge. */
function useSubscribe(
  managerId: number,
  subscription: Plan['subscription'],
  body: Omit<SubscriptionBody, 'free_stations'>,
  onDone: () => void,
) {
  const { t } = useTranslation()
  const format = useFormat()
  const fewer =
    subscription &&
    body.quantity < subscription.quantity &&
    t('plan.fewer', {
      count: body.quantity,
      before: subscription.quantity,
      day: format.when(new Date(subscription.current_period_end), 'day'),
    })
  const { agree, dialog } = useFreeConsent(fewer)
  const save = useChange({
    mutationFn: (_, idempotency) =>
      agree((free_stations) =>
        request(contract.plan.subscribe, {
          params: { id: managerId },
          body: { ...body, free_stations },
          idempotency,
        }),
      ),
    onSuccess: onDone,
  })
  return { save, dialog }
}

interface PriceFiguresProps {
  /** of stations */
  count: number
  frequency: PlanFrequency
  country: PlanCountry | undefined
}

/** What so many stations cost. */
function PriceFigures({ count, frequency, country }: PriceFiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = planPriceOf(count, frequency, country)
  return (
    <div className={classes.figures}>
      <span className={classes.figure}>
        {t('plan.perMonth')}
        <b>
          <Money minor={price.monthMinor} unit />
        </b>
      </span>
      <span className={classes.figure}>
        {t('plan.selected')}
        <b>{format.number(count)}</b>
      </span>
      {frequency === 'annually' && (
        <span className={classes.figure}>
          {t('plan.perYear')}
          <b>
            <Money minor={price.periodMinor} unit />
          </b>
        </span>
      )}
      {price.discountPercent > 0 && (
        <span className={classes.discount}>{t('plan.discount', { percent: price.discountPercent })}</span>
      )}
    </div>
  )
}

interface PlacePanelProps {
  place: Place
  /** ids of stations */
  chosen: ReadonlySet<string>
  exempt: ReadonlySet<string>
  renderPicture: (station: Station) => ReactNode
  onChoose: (id: string, isChosen: boolean) => void
}

/** The stations of one location, each with its choice. */
function PlacePanel({ place: { name, stations }, chosen, exempt, renderPicture, onChoose }: PlacePanelProps) {
  const { t } = useTranslation()
  return (
    <Panel
      title={name}
      flush
      actions={
        <span className={classes.note}>
          {t('plan.counted', {
            selected: stations.filter(({ id }) => chosen.has(id)).length,
            total: stations.filter(({ id }) => !exempt.has(id)).length,
          })}
        </span>
      }
    >
      {stations.length === 0 ? (
        <p className={classes.none}>{t('plan.noStations')}</p>
      ) : (
        <ul className={classes.stations}>
          {stations.map((station) => (
            <StationChoice
              key={station.id}
              station={station}
              picture={renderPicture(station)}
              chosen={chosen.has(station.id)}
              exempt={exempt.has(station.id)}
              onChange={(isChosen) => onChoose(station.id, isChosen)}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface StationChoiceProps {
  station: Station
  picture: ReactNode
  chosen: boolean
  /** it earns without the plan */
  exempt: boolean
  onChange: (chosen: boolean) => void
}

function StationChoice({ station, picture, chosen, exempt, onChange }: StationChoiceProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const number = stationNumber(station.number)
  return (
    <li className={classes.station}>
      <span className={classes.thumb}>{picture}</span>
      <span className={classes.words}>
        <b>{number}</b>
        <span>{`${station.vendor_name} ${station.model}`}</span>
        {exempt && <span>{t('plan.exempt')}</span>}
      </span>
      <span className={classes.icons}>
        {station.evses
          .flatMap(({ connectors }) => connectors)
          .map(({ id, type, power }) => (
            <Tooltip
              key={id}
              label={`${type}, ${format.number(power, Number.isInteger(power) ? 0 : 1)}\u00a0${t('units.kw')}`}
            >
              <span>
                <ConnectorIcon type={type} />
              </span>
            </Tooltip>
          ))}
      </span>
      <Checkbox
        aria-label={t('plan.monetize', { number })}
        checked={chosen || exempt}
        disabled={exempt}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </li>
  )
}
