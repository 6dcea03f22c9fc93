import { Alert } from '@mantine/core'
import type { EnergyView } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { IconAlertTriangle } from '../../../../ui/pictures/icons.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './energy-view.module.css'

/** a server that controls a site looks at it each second or so */
const computedMs = 60_000

interface NoticesProps {
  view: EnergyView
  timeZone: string
  editLink: ReactNode
}

/** What a person must know of a site before its figures: that it is not safe, is held back by the grid, or that nobody controls it. */
export function Notices({ view, timeZone, editLink }: NoticesProps) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const format = useFormat()
  const { site, computed, at, faults, reductions } = view
  const holding = reductions.find(({ state }) => state === 'holds')
  const isComputed = computed !== null && Date.parse(at) - Date.parse(computed.at) <= computedMs
  return (
    <>
      {faults.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('energy.faults')}>
          <ul className={classes.faults}>
            {words.faults(faults).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {editLink}
        </Alert>
      )}
      {holding && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
          {t('gridReductions.notice', {
            power: words.kilowatts(holding.applied_w),
            cars: words.kilowatts(holding.cars_w),
            until: holding.until
              ? t('gridReductions.until', { time: format.when(new Date(holding.until), 'dayTime', timeZone) })
              : t('gridReductions.revoked'),
          })}
        </Alert>
      )}
      {site && !site.enabled && <Alert color="gray">{t('energy.notEnabled')}</Alert>}
      {site?.enabled && !isComputed && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
          {t('energy.notComputed')}
        </Alert>
      )}
    </>
  )
}
