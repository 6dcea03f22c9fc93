import type { Manager } from '@stationmaster/contract'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHelpConfig } from '../../api/use-help-config.ts'
import { useLocations } from '../../slices/locations/location-list.ts'
import { EmailState } from '../../slices/managers/email-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AddLocationLink } from '../locations/add-location-link.tsx'
import { AddStationLink } from '../locations/add-station-link.tsx'
import classes from './first-steps.module.css'

/** What a manager who has no station yet does to get there. */
export function FirstSteps({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  const help = useHelpConfig()
  const location = useLocations('', true).data?.items[0]
  return (
    <Panel title={t('dashboard.start.title')}>
      <ol className={classes.steps}>
        <Step done={manager.email_verified} title={t('dashboard.start.email')}>
          {!manager.email_verified && <EmailState manager={manager} />}
        </Step>
        <Step done={location !== undefined} title={t('dashboard.start.location')}>
          {location ? (
            <Link
              to="/locations/$locationId/stations"
              params={{ locationId: String(location.id) }}
              className={classes.link!}
            >
              {location.name}
            </Link>
          ) : (
            <>
              {t(help?.self_service ? 'dashboard.start.locationAdd' : 'dashboard.start.locationAsk')}
              {help?.support_phone && ` ${t('dashboard.start.phone', { phone: help.support_phone })}`}
              <AddLocationLink />
            </>
          )}
        </Step>
        <Step title={t('dashboard.start.station')}>
          {t('dashboard.start.stationText')}
          {location && <AddStationLink locationId={String(location.id)} />}
        </Step>
        <Step title={t('dashboard.start.price')}>{t('dashboard.start.priceText')}</Step>
      </ol>
    </Panel>
  )
}

function Step({ done = false, title, children }: { done?: boolean; title: string; children?: ReactNode }) {
  const { t } = useTranslation()
  const Icon = done ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.step} data-done={done || undefined}>
      <Icon
        size={20}
        stroke={1.5}
        {...(done ? { role: 'img', 'aria-label': t('dashboard.start.done') } : { 'aria-hidden': true })}
      />
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        {children && <div className={classes.text}>{children}</div>}
      </div>
    </li>
  )
}
