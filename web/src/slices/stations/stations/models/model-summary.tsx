import type { StationModel } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ConnectorIcon } from '../../../../ui/pictures/connector-icon.tsx'
import { StationPicture } from '../details/picture/station-picture.tsx'
import classes from './model-summary.module.css'

/** A model's picture, name and connectors. */
export function ModelSummary({ model }: { model: StationModel }) {
  const { t } = useTranslation()
  const format = useFormat()
  const connectors = model.evses.flatMap((evse) =>
    evse.connectors.map((connector) => ({ ...connector, evse: evse.number })),
  )
  return (
    <span className={classes.summary}>
      <StationPicture image={model.image} cables={connectors.length} />
      <span className={classes.words}>
        <span className={classes.vendor}>{model.vendor_name}</span>
        <span className={classes.model}>{model.model}</span>
        <span className={classes.connectors}>
          {connectors.map(({ evse, number, type, current, power }) => (
            <span key={`${evse} ${number}`} className={classes.connector}>
              <ConnectorIcon type={type} size={18} />
              <span className={classes.type}>{type}</span>
              <span className={classes.power}>
                {current} · {format.number(power, Number.isInteger(power) ? 0 : 1)} {t('units.kw')}
              </span>
            </span>
          ))}
        </span>
      </span>
    </span>
  )
}
