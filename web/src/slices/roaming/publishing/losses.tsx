import type { RoamingTariff } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle } from '../../../ui/pictures/icons.ts'
import classes from './publishing.module.css'

type Losses = RoamingTariff['losses']

/** The names of what is lost in some version, each once. */
export const lossNames = (losses: Losses) => [...new Set(losses.flatMap(({ names }) => names))]

/** What partners cannot know of a tariff, and in which version. */
export function TariffLosses({ losses }: { losses: Losses }) {
  const { t } = useTranslation()
  const where = (name: Losses[number]['names'][number]) => {
    const versions = losses.filter(({ names }) => names.includes(name)).map(({ version }) => version)
    return versions.length < losses.length ? ` (OCPI ${versions.join(', ')})` : ''
  }
  return (
    <ul className={classes.losses}>
      {lossNames(losses).map((name) => (
        <li key={name}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          <span>
            {t(`publishing.losses.${name}`)}
            {where(name)}
          </span>
        </li>
      ))}
    </ul>
  )
}
