import { Skeleton } from '@mantine/core'
import type { contract } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { StatusDot } from '../../../ui/figures/status.tsx'
import { protocolName } from '../../../ui/words/protocol-name.ts'
import classes from './bulk-form.module.css'

export type Reached = (typeof contract.bulk.reach.answer)['_zod']['output']

/** How many of the selected stations are connected, and which versions they speak. */
export function Reach({ reach }: { reach: Reached | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!reach) return <Skeleton height={64} />
  const offline = reach.total - reach.online
  return (
    <div className={classes.reach}>
      <p>
        <span>
          <StatusDot tone="green" /> {t('station.card.online')} <b>{format.number(reach.online)}</b>
        </span>
        {offline > 0 && (
          <span>
            <StatusDot tone="gray" /> {t('station.card.offline')} <b>{format.number(offline)}</b>
          </span>
        )}
      </p>
      <p>
        {reach.protocols.map(({ protocol, total }) => (
          <span key={protocol}>
            {protocol === null ? t('bulk.form.neverSeen') : protocolName(protocol)}{' '}
            <b>{format.number(total)}</b>
          </span>
        ))}
      </p>
    </div>
  )
}
