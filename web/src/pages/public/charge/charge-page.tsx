import type { ChargeConnector, ChargeStation } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useIdleSentence, usePriceWords } from '../../../slices/public/pay/price-words.ts'
import { ConnectorIcon } from '../../../ui/pictures/connector-icon.tsx'

/** A station as the code on its sticker leads to it: how its connectors stand, and what charging costs (domain.md#paid-beforehand). */
export function ChargePage({ station }: { station: ChargeStation }) {
  const { t } = useTranslation()
  const { number, place, connectors } = station
  const chosen =
    connectors.find(({ state, can }) => can.charge && state === 'plugged') ??
    connectors.find(({ can }) => can.charge) ??
    connectors[0]
  return (
    <>
      <h1>{t('pay.station', { number: stationNumber(number) })}</h1>
      <p className="place">
        <strong>{place.name}</strong>
        <span>{[place.street, place.city].filter(Boolean).join(', ')}</span>
      </p>
      <p className="quiet">{t('charge.compare')}</p>
      <div data-live="notes">
        <Notes station={station} />
      </div>
      <form id="begin" data-number={number} data-offline={t('charge.lost')} data-busy={t('charge.beginning')}>
        <fieldset>
          <legend>{t('charge.connector')}</legend>
          {connectors.map((connector) => (
            <Connector key={connector.id} connector={connector} checked={connector === chosen} />
          ))}
        </fieldset>
        <Limits />
        <p id="fault" role="alert" hidden />
        <div className="buttons">
          <button type="submit" name="charge" disabled={!chosen?.can.charge}>
            <span className="if-paid">{t('charge.pay')}</span>
            <span className="if-free">{t('charge.start')}</span>
          </button>
          <button
            type="submit"
            name="reserve"
            value={reservedMinutes}
            className="second"
            hidden={!chosen?.can.reserve}
          >
            {t('charge.reserve', { n: reservedMinutes })}
          </button>
        </div>
        <p className="quiet if-paid">{t('charge.after')}</p>
      </form>
      <footer>
        {station.support_phone && (
          <a href={`tel:${station.support_phone.replaceAll(/[^+\d]/g, '')}`}>
            {t('charge.help', { phone: station.support_phone })}
          </a>
        )}
        <a href="/network">{t('charge.others')}</a>
        <a href="/driver">{t('charge.account')}</a>
        <a href="/terms">{t('charge.terms')}</a>
        <a href="/privacy">{t('charge.privacy')}</a>
      </footer>
    </>
  )
}

/** How long a connector is reserved from this page. */
const reservedMinutes = 30

/** What a driver must know before anything else. */
function Notes({ station }: { station: ChargeStation }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { hindrance, maintenance_until: until, sticker, sessions, connectors } = station
  return (
    <>
      {sticker === 'old' && (
        <p className="note bad" role="alert">
          {t('charge.old')}
        </p>
      )}
      {sticker === 'foreign' && (
        <p className="note bad" role="alert">
          {t('charge.foreign')}
        </p>
      )}
      {sessions.map(({ order_id, token, station_number }) => (
        <a key={order_id} className="note own" href={`/pay/${token}`}>
          <strong>{t('charge.own', { station: stationNumber(station_number) })}</strong>
          <span>{t('charge.goOn')}</span>
        </a>
      ))}
      {hindrance && (
        <p className="note bad">
          <strong>{t(`charge.hindrance.${hindrance}`)}</strong>{' '}
          {hindrance === 'maintenance' && until
            ? t('charge.until', { at: format.when(new Date(until), 'dayTime') })
            : t('charge.nothingCharged')}
        </p>
      )}
      {!hindrance && connectors.every(({ can }) => !can.charge) && (
        <p className="note">{t('charge.noneFree')}</p>
      )}
    </>
  )
}

function Connector({ connector, checked }: { connector: ChargeConnector; checked: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, number, type, power_kw, state, price, can } = connector
  const power = format.number(power_kw, Number.isInteger(power_kw) ? 0 : 1)
  return (
    <div className="connector">
      <label>
        <input
          type="radio"
          name="connector"
          value={id}
          defaultChecked={checked}
          disabled={!can.charge}
          data-live={`input ${id}`}
          data-quote={price?.quote}
          data-reserve={can.reserve || undefined}
          data-plugged={state === 'plugged' || undefined}
        />
        <ConnectorIcon type={type} size={32} />
        <span className="what">
          <strong>{t('charge.one', { number })}</strong>
          <span>{t('charge.kind', { type, power })}</span>
        </span>
        <span className={`state ${state}`} data-live={`state ${id}`}>
          {t(`charge.state.${state}`)}
        </span>
      </label>
      <div className="price" data-live={`price ${id}`}>
        {price ? <Price price={price} /> : <p className="sum">{t('charge.free')}</p>}
      </div>
    </div>
  )
}

/** What charging costs, in the order that the law asks for: energy, time, session, all else. */
function Price({ price }: { price: NonNullable<ChargeConnector['price']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = usePriceWords()
  const idle = useIdleSentence()
  const { example, hold_amount } = price
  return (
    <>
      <ul>
        {words(price).map((text, index) => (
          <li key={text} className={index === 0 ? 'sum' : undefined}>
            {text}
          </li>
        ))}
        {price.idle && <li>{idle(price.idle)}</li>}
      </ul>
      <p>
        {t('charge.example', {
          energy: format.number(example.energy / 1000),
          duration: format.duration(example.minutes * 60),
          amount: format.money(example.amount),
        })}
      </p>
      <p>{t('charge.held', { amount: format.money(hold_amount) })}</p>
    </>
  )
}

/** Each limit with its least, its most, and what it begins with. */
const limits = [
  { name: 'amount', least: 50, most: 100_000, value: 300 },
  { name: 'kwh', least: 1, most: 1000, value: 20 },
  { name: 'minutes', least: 5, most: 1440, value: 60 },
  { name: 'percents', least: 1, most: 100, value: 80 },
] as const

function Limits() {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend>{t('charge.howMuch')}</legend>
      <div className="limits">
        <label>
          <input type="radio" name="limit" value="full" defaultChecked />
          <span>{t('charge.limit.full')}</span>
        </label>
        {limits.map(({ name, least, most, value }) => (
          <div key={name} className="limit">
            <label>
              <input type="radio" name="limit" value={name} />
              <span>{t(`charge.limit.${name}`)}</span>
            </label>
            <input
              type="number"
              inputMode="numeric"
              name={name}
              min={least}
              max={most}
              step={1}
              defaultValue={value}
              aria-label={t(`charge.limit.${name}`)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
