import { Alert } from '@mantine/core'
import type { EnergyView } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle } from '../../../../ui/pictures/icons.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import classes from './energy-view.module.css'

/** a server that controls a site looks at it each second or so */
const computedMs = 60_000

/** What a person must know of a site before its figures: that it is not safe, or that nobody controls it. */
export function Notices({ view, editLink }: { view: EnergyView; editLink: ReactNode }) {
  const { t } = useTranslation()
  const words = useEnergyWords()
  const { site, computed, at, faults } = view
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
      {site && !site.enabled && <Alert color="gray">{t('energy.notEnabled')}</Alert>}
      {site?.enabled && !isComputed && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
          {t('energy.notComputed')}
        </Alert>
      )}
    </>
  )
}
