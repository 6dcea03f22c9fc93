import { Button, Skeleton } from '@mantine/core'
import type { EnergyView } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { DayPanel } from '../day/day-panel.tsx'
import { energyQuery } from '../energy-queries.ts'
import { LimitsPanel } from '../limits/limits-panel.tsx'
import { MeasuresPanel } from '../measures/measures-panel.tsx'
import { ReductionsPanel } from '../reducing/reductions-panel.tsx'
import { SimulationPanel } from '../simulating/simulation-panel.tsx'
import { treeOf } from './circuits.ts'
import classes from './energy-view.module.css'
import { HeadFigures } from './head-figures.tsx'
import { Notices } from './notices.tsx'
import { SiteTree } from './site-tree.tsx'

interface EnergyPanelsProps {
  locationId: number
  timeZone: string
  orderLink: (id: number) => ReactNode
}

/** How a location shares its current out: the wiring with what flows, limits, and the day's load. */
export function EnergyPanels(props: EnergyPanelsProps) {
  const query = useQuery(energyQuery(props.locationId))
  const view = query.data
  if (!view && query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!view)
    return (
      <div className={classes.page} aria-busy="true">
        <Skeleton height={92} radius={8} />
        <Skeleton height={320} radius={8} />
      </div>
    )
  return view.site ? <Site {...props} view={view} /> : <Undrawn {...props} view={view} />
}

type ViewProps = EnergyPanelsProps & { view: EnergyView }

function Site({ locationId, timeZone, orderLink, view }: ViewProps) {
  const { t } = useTranslation()
  const params = { locationId: String(locationId) }
  const editLink = (words: string) =>
    view.can.edit && (
      <Link to="/locations/$locationId/energy/edit" params={params} className={classes.link!}>
        {words}
      </Link>
    )
  return (
    <div className={classes.page}>
      <Notices view={view} timeZone={timeZone} editLink={editLink(t('energy.edit'))} />
      <HeadFigures view={view} />
      <Panel
        title={t('energy.tree')}
        actions={
          view.can.edit && (
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to="/locations/$locationId/energy/edit" params={params} />
              )}
            >
              {t('energy.edit')}
            </Button>
          )
        }
      >
        <SiteTree nodes={treeOf(view)} circuits={view.circuits} timeZone={timeZone} orderLink={orderLink} />
      </Panel>
      <div className={classes.columns}>
        <DayPanel locationId={locationId} timeZone={timeZone} />
        <LimitsPanel
          locationId={locationId}
          timeZone={timeZone}
          view={view}
          editLink={editLink(t('energy.limits.edit'))}
        />
      </div>
      <ReductionsPanel locationId={locationId} timeZone={timeZone} view={view} />
      <MeasuresPanel locationId={locationId} circuits={view.circuits} />
      <SimulationPanel locationId={locationId} timeZone={timeZone} />
    </div>
  )
}

/** A location whose wiring nobody has drawn yet. */
function Undrawn({ locationId, view }: ViewProps) {
  const { t } = useTranslation()
  const params = { locationId: String(locationId) }
  const isEmpty = view.evses.length === 0
  return (
    <Panel title={t('energy.tree')}>
      <EmptyState
        drawing="plug"
        title={t('energy.empty.title')}
        text={t(
          isEmpty ? 'energy.empty.noStations' : view.can.edit ? 'energy.empty.text' : 'energy.empty.ask',
        )}
        action={
          view.can.edit &&
          !isEmpty && (
            <Button
              renderRoot={(props) => (
                <Link {...props} to="/locations/$locationId/energy/setup" params={params} />
              )}
            >
              {t('energy.empty.action')}
            </Button>
          )
        }
      />
    </Panel>
  )
}
