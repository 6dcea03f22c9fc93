import { Button, Skeleton } from '@mantine/core'
import type { EnergySimulationBody, EnergySite } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { simulationQuery, siteQuery } from '../energy-queries.ts'
import classes from './simulation.module.css'
import { SimulationFields } from './simulation-fields.tsx'
import { bodyOf, draftOf, type SimulationDraft } from './simulation-form.ts'
import { SimulationResult } from './simulation-result.tsx'

interface SimulationPanelProps {
  locationId: number
  timeZone: string
}

/** Last week's sessions of the location with other settings: what would have been other. */
export function SimulationPanel({ locationId, timeZone }: SimulationPanelProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={t('energy.simulation.title')}>
      <p className={classes.about}>{t('energy.simulation.about')}</p>
      {isOpen ? (
        <Opened locationId={locationId} timeZone={timeZone} />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('energy.simulation.open')}
        </Button>
      )}
    </Panel>
  )
}

function Opened({ locationId, timeZone }: SimulationPanelProps) {
  const site = useQuery(siteQuery(locationId))
  if (!site.data && site.isError) return <ErrorState error={site.error} onRetry={() => void site.refetch()} />
  if (!site.data) return <Skeleton height={160} radius={8} />
  return <Form key={site.data.version} locationId={locationId} timeZone={timeZone} site={site.data} />
}

function Form({ locationId, timeZone, site }: SimulationPanelProps & { site: EnergySite }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<SimulationDraft>(() => draftOf(site))
  const [tried, setTried] = useState<EnergySimulationBody | null>(null)
  const body = bodyOf(draft, site)
  const query = useQuery(simulationQuery(locationId, tried))
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!body) return
        setTried(body)
        if (query.isError) void query.refetch()
      }}
    >
      <SimulationFields
        draft={draft}
        connectors={site.outlets.length}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      <div className={classes.run}>
        <Button type="submit" disabled={!body} loading={query.isFetching}>
          {t('energy.simulation.run')}
        </Button>
        {!body && <p className={classes.quiet}>{t('energy.simulation.same')}</p>}
      </div>
      {query.isFetching && (
        <div aria-busy="true" className={classes.waiting}>
          <p className={classes.quiet} role="status">
            {t('energy.simulation.waiting')}
          </p>
          <Skeleton height={240} radius={8} />
        </div>
      )}
      {!query.isFetching && query.isError && tried && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!query.isFetching && query.data && tried && (
        <SimulationResult simulation={query.data} tried={tried} site={site} timeZone={timeZone} />
      )}
    </form>
  )
}
