import { type RepairAttempt, repairRefusals, repairStates } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../../ui/dates/when.tsx'
import { CountFilter } from '../../../ui/figures/counts.tsx'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { attemptsQuery } from './repair-queries.ts'
import classes from './repairs.module.css'

type State = RepairAttempt['state']

const tones = {
  would: 'yellow',
  refused: 'gray',
  running: 'blue',
  done: 'green',
  failed: 'red',
  unknown: 'orange',
} as const satisfies Record<State, Tone>

/** What was done by rules, what would have been, and what was refused and why. */
export function AttemptsPanel() {
  const { t } = useTranslation()
  const query = useQuery(attemptsQuery)
  const [state, setState] = useState<State | undefined>()
  const rows = query.data?.filter((one) => state === undefined || one.state === state)
  return (
    <Panel title={t('repairs.attempts.title')} flush>
      {query.data && query.data.length > 0 && (
        <div className={classes.filter}>
          <CountFilter
            legend={t('repairs.attempts.states')}
            all={t('repairs.attempts.all')}
            total={query.data.length}
            choices={repairStates.map((key) => ({
              key,
              label: t(`repairs.state.${key}`),
              n: query.data.filter((one) => one.state === key).length,
              tone: tones[key],
            }))}
            chosen={state}
            onChoose={setState}
          />
        </div>
      )}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Attempts rows={rows} />
      )}
    </Panel>
  )
}

function Attempts({ rows }: { rows: RepairAttempt[] | undefined }) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('repairs.attempts.title')}
      columns={useColumns()}
      rows={rows}
      rowKey={({ id }) => id}
      skeletonRows={3}
      empty={<p className={classes.none}>{t('repairs.attempts.none')}</p>}
      phoneRow={(attempt) => (
        <Link
          to="/incidents/$incidentId"
          params={{ incidentId: String(attempt.incident_id) }}
          className={classes.phone!}
        >
          <ListRow
            top={t('repairs.attempts.station', { n: attempt.number })}
            bottom={<Why of={attempt} />}
            right={<Outcome of={attempt} />}
            rightBottom={<When at={attempt.at} style="dayTime" />}
          />
        </Link>
      )}
    />
  )
}

/** The repair, and the precondition or the error in words. */
function Why({ of: { repair, reason } }: { of: RepairAttempt }) {
  const { t } = useTranslation()
  const refusal = repairRefusals.find((one) => one === reason)
  return [t(`repairs.library.${repair}`), refusal ? t(`repairs.reason.${refusal}`) : reason]
    .filter(Boolean)
    .join(' · ')
}

function Outcome({ of: { state, helped } }: { of: RepairAttempt }) {
  const { t } = useTranslation()
  if (helped !== null)
    return <Badge tone={helped ? 'green' : 'red'}>{t(helped ? 'repairs.helped' : 'repairs.notHelped')}</Badge>
  return <Badge tone={tones[state]}>{t(`repairs.state.${state}`)}</Badge>
}

function useColumns(): Column<RepairAttempt>[] {
  const { t } = useTranslation()
  return [
    { key: 'at', head: t('repairs.attempts.at'), width: 170, cell: ({ at }) => <When at={at} /> },
    {
      key: 'station',
      head: t('repairs.attempts.where'),
      width: 240,
      cell: ({ number, location_name: place }) => (
        <TwoLines top={t('repairs.attempts.station', { n: number })} bottom={place} />
      ),
    },
    {
      key: 'what',
      head: t('repairs.attempts.what'),
      grows: true,
      cell: (attempt) => (
        <TwoLines
          top={<Why of={attempt} />}
          bottom={
            <>
              <Link
                to="/incidents/$incidentId"
                params={{ incidentId: String(attempt.incident_id) }}
                className={classes.incident!}
              >
                {t('incidents.number', { id: attempt.incident_id })}
              </Link>
              {` · ${t(`alerts.kind.${attempt.kind}`)} · ${attempt.rule}`}
            </>
          }
        />
      ),
    },
    {
      key: 'state',
      head: t('repairs.attempts.outcome'),
      width: 170,
      cell: (attempt) => <Outcome of={attempt} />,
    },
  ]
}
