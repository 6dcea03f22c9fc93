import type { StationFigures } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useCode } from '../../../../../i18n/use-code.ts'
import { useFormat } from '../../../../../i18n/use-format.ts'
import { When } from '../../../../../ui/dates/when.tsx'
import { Quantity } from '../../../../../ui/figures/quantity.tsx'
import classes from './station-card.module.css'

/** The sessions of a station today, its uptime, and its last fault. */
export function CardFigures({ figures }: { figures: StationFigures | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { sessions, energy, uptime, fault } = figures ?? {}
  const percent = uptime ?? null
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t('stations.card.today')}</dt>
        <dd>
          {sessions === undefined ? (
            <Quantity value={null} />
          ) : (
            t('stations.card.sessions', { count: sessions, n: format.number(sessions) })
          )}
        </dd>
        <dd>
          <Quantity value={energy === undefined ? null : energy / 1000} decimals={1} unit={t('units.kwh')} />
        </dd>
      </div>
      <div>
        <dt>{t('station.card.uptime')}</dt>
        <dd>
          <Quantity value={percent} decimals={percent === 100 ? 0 : 2} unit="%" />
        </dd>
      </div>
      <div>
        <dt>{t('stations.card.lastFault')}</dt>
        {fault === null ? (
          <dd>{t('stations.card.noFault')}</dd>
        ) : (
          <>
            <dd>
              <When at={fault?.at} style="dayTime" />
            </dd>
            {fault && <FaultCode code={fault.error_code} />}
          </>
        )}
      </div>
    </dl>
  )
}

/** The station's own name for the fault, if it gave one. */
function FaultCode({ code }: { code: string | null }) {
  const said = useCode()
  return code && code !== 'NoError' && <dd>{said('error', code)}</dd>
}
