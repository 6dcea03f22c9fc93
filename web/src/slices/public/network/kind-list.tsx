import type { IdlePrice, NetworkPlace, PublicTariff } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../i18n/format.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Badge } from '../../../ui/figures/status.tsx'
import { ConnectorIcon } from '../../../ui/pictures/connector-icon.tsx'
import { useIdleWords } from '../../../ui/words/use-idle-words.ts'
import classes from './kind-list.module.css'
import { type Kind, kindsOf } from './kinds.ts'

/** What a driver can plug into at a place, how many of each are free, and what it costs in plain words. */
export function KindList({ place }: { place: NetworkPlace }) {
  const { location } = place
  const kinds = kindsOf(place).map((kind) => ({
    kind,
    idle: location.free_parking ? null : (kind.tariff?.idle ?? location.idle),
  }))
  // what is the same for all is said once
  const [first] = kinds
  const same = kinds.every(({ idle }) => JSON.stringify(idle) === JSON.stringify(first?.idle))
  return (
    <>
      <ul className={classes.kinds}>
        {kinds.map(({ kind, idle }) => (
          <KindRow key={kind.key} kind={kind} idle={same ? null : idle} timeZone={location.time_zone} />
        ))}
      </ul>
      {same && <Idle idle={first?.idle ?? null} />}
    </>
  )
}

/** The idle fee; nothing when there is none. */
function Idle({ idle }: { idle: IdlePrice | null }) {
  const { t } = useTranslation()
  const words = useIdleWords()
  if (!idle || idle.block_amount === 0) return null
  return (
    <p className={classes.quiet}>
      {t('idle.of', { terms: `${words.price(idle)} · ${words.details(idle)}` })}
    </p>
  )
}

function KindRow({ kind, idle, timeZone }: { kind: Kind; idle: IdlePrice | null; timeZone: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const priceWords = usePriceWords()
  const { type, power, count, available, busy, stations, maintained, tariff } = kind
  const [tone, words] =
    available > 0
      ? (['green', t('network.free', { n: available, all: count })] as const)
      : busy > 0
        ? (['blue', t('network.noneFree', { count: busy })] as const)
        : (['gray', t('network.offline')] as const)
  const numbers = stations.map(stationNumber).join(', ')
  return (
    <li className={classes.kind}>
      <ConnectorIcon type={type} />
      <span className={classes.name}>
        {t('network.kind', { type, power: format.number(power, Number.isInteger(power) ? 0 : 1) })}
      </span>
      <Badge tone={tone}>{words}</Badge>
      <span className={classes.price}>{priceWords(tariff)}</span>
      {tariff?.varies && <span className={classes.quiet}>{t('network.varies')}</span>}
      <Idle idle={idle} />
      <span className={classes.quiet}>{t('network.stations', { count: stations.length, numbers })}</span>
      {[...maintained].map(([station, until]) => (
        <span key={station} className={classes.quiet}>
          {t('network.maintained', {
            number: stationNumber(station),
            moment: format.when(new Date(until), 'dayTime', timeZone),
          })}
        </span>
      ))}
    </li>
  )
}

/** What charging costs by a tariff, the parts that cost something. */
function usePriceWords(): (tariff: PublicTariff | null) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return (tariff) => {
    if (!tariff || (tariff.tariff === 0 && tariff.rate === 0 && tariff.start_fee === 0))
      return t('network.costsNothing')
    return [
      tariff.tariff > 0 && t('pay.price.energy', { price: format.money(tariff.tariff) }),
      tariff.rate > 0 && t('pay.price.time', { price: format.money(tariff.rate) }),
      tariff.start_fee > 0 && t('pay.price.start', { price: format.money(tariff.start_fee) }),
      tariff.discount > 0 && t('pay.price.discount', { percent: tariff.discount }),
    ]
      .filter(Boolean)
      .join(', ')
  }
}
