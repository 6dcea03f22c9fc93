import type { PayPage } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectorIcon } from '../../../../ui/pictures/connector-icon.tsx'
import classes from './session.module.css'

/** Where the driver plugs in: the station's own picture, if it has one, and its connectors with the driver's one marked. */
export function PlugPicture({ page: { station, connector } }: { page: PayPage }) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState(false)
  const { image, connectors } = station
  const text = t('pay.plugInto', { number: connector.number, type: connector.type })
  return (
    <figure className={classes.plugs}>
      {image && !broken && (
        <img src={image} alt="" className={classes.photo} onError={() => setBroken(true)} />
      )}
      <ol aria-hidden="true">
        {connectors.map(({ number, type, own }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: connectors of different EVSEs may have the same number, and none moves
          <li key={index} data-own={own}>
            <ConnectorIcon type={type} size={36} />
            <span>{number}</span>
          </li>
        ))}
      </ol>
      <figcaption>{text}</figcaption>
    </figure>
  )
}
