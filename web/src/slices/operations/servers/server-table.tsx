import type { ServerView } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../ui/dates/duration.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { Badge, type Tone } from '../../../ui/figures/status.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { MarkedName } from '../../../ui/words/marked-name.tsx'
import classes from './server-table.module.css'

const tones: Record<ServerView['state'], Tone> = {
  up: 'green',
  draining: 'yellow',
  silent: 'orange',
  dead: 'red',
}
const megabytes = (bytes: number | null) => (bytes === null ? '–' : String(Math.round(bytes / 1024 ** 2)))

interface ServerTableProps {
  servers: ServerView[] | undefined
  empty: ReactNode
}

/** The servers: what they hold, how long things take them, and what is wrong. */
export function ServerTable({ servers, empty }: ServerTableProps) {
  const { t } = useTranslation()
  const stateOf = ({ state }: ServerView) => <Badge tone={tones[state]}>{t(`servers.states.${state}`)}</Badge>
  const columns: Column<ServerView>[] = [
    { key: 'server', head: t('servers.columns.server'), cell: (server) => <ServerName server={server} /> },
    { key: 'state', head: t('servers.columns.state'), cell: stateOf },
    {
      key: 'stations',
      head: t('servers.columns.stations'),
      align: 'right',
      cell: ({ stations }) => stations,
    },
    { key: 'delays', head: t('servers.columns.delays'), cell: (server) => <Delays server={server} /> },
    {
      key: 'memory',
      head: t('servers.columns.memory'),
      align: 'right',
      cell: ({ memory_bytes }) => megabytes(memory_bytes),
    },
    {
      key: 'seen',
      head: t('servers.columns.seen'),
      align: 'right',
      cell: ({ beat_at }) => <Ago at={beat_at} />,
    },
    {
      key: 'problems',
      head: t('servers.columns.problems'),
      grows: true,
      cell: (server) => <Problems server={server} />,
    },
  ]
  return (
    <DataTable
      label={t('servers.title')}
      columns={columns}
      rows={servers}
      rowKey={({ id }) => id}
      empty={empty}
      phoneRow={(server) => (
        <ListRow
          top={<ServerName server={server} />}
          bottom={<Problems server={server} />}
          right={stateOf(server)}
          rightBottom={<Ago at={server.beat_at} />}
        />
      )}
    />
  )
}

function ServerName({ server: { id, answers, version, started_at } }: { server: ServerView }) {
  const { t } = useTranslation()
  return (
    <TwoLines
      top={<MarkedName mark={answers && t('servers.answers')}>{id}</MarkedName>}
      bottom={
        <>
          {version} · <When at={started_at} style="dayTime" />
        </>
      }
    />
  )
}

function Delays({ server: { database_ms, nats_ms, loop_ms } }: { server: ServerView }) {
  const { t } = useTranslation()
  const shown = (ms: number | null) => (ms === null ? '–' : String(ms))
  return t('servers.delays', { database: shown(database_ms), nats: shown(nats_ms), loop: shown(loop_ms) })
}

function Problems({ server: { problems } }: { server: ServerView }) {
  const { t } = useTranslation()
  if (problems.length === 0) return <span className={classes.fine}>{t('servers.fine')}</span>
  return (
    <ul className={classes.problems}>
      {problems.map((problem) => (
        <li key={problem}>{t(`servers.problems.${problem}`)}</li>
      ))}
    </ul>
  )
}
