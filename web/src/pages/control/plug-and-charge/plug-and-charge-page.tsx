import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddRoot } from '../../../slices/control/plug-and-charge/add-root.tsx'
import { CarCertificates } from '../../../slices/control/plug-and-charge/car-certificates.tsx'
import { LackingStations } from '../../../slices/control/plug-and-charge/lacking-stations.tsx'
import { RootTable } from '../../../slices/control/plug-and-charge/root-table.tsx'
import {
  carCertificatesQuery,
  lackingQuery,
  rootsQuery,
} from '../../../slices/control/plug-and-charge/roots-query.ts'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconPlus } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from '../../frame/list-page.module.css'

/** The root certificates of ISO 15118, and what stations show to cars. */
export function PlugAndChargePage() {
  const { t } = useTranslation()
  const [roots, shown] = [useQuery(rootsQuery), useQuery(carCertificatesQuery)]
  const [adding, setAdding] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
      {t('pnc.add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader title={t('pnc.title')} facts={t('pnc.intro')} actions={add} />
      <Panel title={t('pnc.roots.title')} count={roots.data?.length || undefined} flush>
        <Loaded query={roots}>
          <RootTable
            roots={roots.data}
            empty={<EmptyState drawing="plug" title={t('pnc.roots.none')} text={t('pnc.roots.noneText')} />}
          />
        </Loaded>
      </Panel>
      <Lacking />
      <Panel title={t('pnc.stations.title')} count={shown.data?.length || undefined} flush>
        <Loaded query={shown}>
          <CarCertificates
            certificates={shown.data}
            linkTo={(stationId, text) => (
              <Link to="/charge-points/$stationId/commands" params={{ stationId }}>
                {text}
              </Link>
            )}
            empty={
              <EmptyState drawing="calm" title={t('pnc.stations.none')} text={t('pnc.stations.noneText')} />
            }
          />
        </Loaded>
      </Panel>
      {adding && <AddRoot onClose={() => setAdding(false)} />}
    </div>
  )
}

/** Stations that do Plug & Charge and lack a root. */
function Lacking() {
  const { t } = useTranslation()
  const lacking = useQuery(lackingQuery)
  return (
    <Panel title={t('pnc.lacking.title')} count={lacking.data?.total || undefined} flush>
      <Loaded query={lacking}>
        <LackingStations
          lacking={lacking.data}
          linkTo={(stationId, text) => (
            <Link to="/charge-points/$stationId/commands" params={{ stationId }}>
              {text}
            </Link>
          )}
          runLink={(runId, text) => (
            <Link to="/bulk-commands/$runId" params={{ runId: String(runId) }}>
              {text}
            </Link>
          )}
          empty={<EmptyState drawing="calm" title={t('pnc.lacking.none')} text={t('pnc.lacking.noneText')} />}
        />
      </Loaded>
    </Panel>
  )
}

function Loaded({ query, children }: { query: UseQueryResult<unknown>; children: ReactNode }) {
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return children
}
