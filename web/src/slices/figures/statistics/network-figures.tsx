import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { KeyFigure, KeyFigures } from '../../../ui/figures/key-figure.tsx'
import { Quantity } from '../../../ui/figures/quantity.tsx'
import { StationsLink } from './stations-link.tsx'
import type { Network } from './statistics-queries.ts'

interface NetworkFiguresProps {
  network: Network | undefined
  /** how much waits in the inbox; undefined until it is known */
  attention: number | undefined
  locations: number[] | undefined
}

/** The state of the network for people who may not see money. */
export function NetworkFigures({ network, attention, locations }: NetworkFiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const loading = !network
  const share = (part: number, whole: number) =>
    whole > 0 ? `${format.number((part / whole) * 100)}\u00a0%` : null
  return (
    <KeyFigures label={t('dashboard.figures.label')}>
      <KeyFigure
        label={t('dashboard.figures.online')}
        loading={loading}
        value={
          <StationsLink search={{ online: 'true' }} locations={locations}>
            <Quantity value={network?.stations_online} />
          </StationsLink>
        }
        aside={network && share(network.stations_online, network.stations)}
        note={
          <StationsLink search={{}} locations={locations}>
            {t('dashboard.figures.ofStations', { total: format.number(network?.stations ?? 0) })}
          </StationsLink>
        }
      />
      <KeyFigure
        label={t('dashboard.figures.charging')}
        loading={loading}
        value={<Quantity value={network?.charging} />}
        aside={network && share(network.charging, network.connectors)}
        note={t('dashboard.figures.ofConnectors', {
          count: network?.connectors ?? 0,
          total: format.number(network?.connectors ?? 0),
        })}
      />
      <KeyFigure
        label={t('dashboard.figures.attention')}
        loading={loading}
        value={<Quantity value={attention} />}
        note={attention === 0 ? t('dashboard.attention.quiet') : '\u00a0'}
      />
    </KeyFigures>
  )
}
