import type { FirmwareFile, FleetFirmware, Rollout } from '@stationmaster/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddFile } from '../../../slices/control/firmware/add-file.tsx'
import { FileTable } from '../../../slices/control/firmware/file-table.tsx'
import { filesQuery, fleetQuery, rolloutsQuery } from '../../../slices/control/firmware/firmware-queries.ts'
import { FleetTable } from '../../../slices/control/firmware/fleet-table.tsx'
import { MoveForm } from '../../../slices/control/firmware/move-form.tsx'
import { RolloutForm } from '../../../slices/control/firmware/rollout-form.tsx'
import { RolloutTable } from '../../../slices/control/firmware/rollout-table.tsx'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconUpload } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from '../../frame/list-page.module.css'
import { NextStep } from '../../frame/next-step.tsx'

/** The versions in the fleet, the firmware files for them, and the roll-outs. */
export function FirmwarePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [fleet, files] = [useQuery(fleetQuery), useQuery(filesQuery)]
  const [adding, setAdding] = useState(false)
  const [moving, setMoving] = useState(false)
  const [updated, setUpdated] = useState<FleetFirmware | null>(null)
  const open = ({ id }: Rollout) =>
    void navigate({ to: '/firmware/$rolloutId', params: { rolloutId: String(id) } })
  const isEmpty = !fleet.data || fleet.data.length === 0
  const add = (
    <ChangeButton
      leftSection={<IconUpload size={16} stroke={1.75} />}
      disabled={isEmpty}
      onClick={() => setAdding(true)}
    >
      {t('firmware.add.title')}
    </ChangeButton>
  )
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('firmware.title')}
        facts={t('firmware.intro')}
        actions={
          <>
            <ChangeButton variant="default" disabled={isEmpty} onClick={() => setMoving(true)}>
              {t('firmware.move.open')}
            </ChangeButton>
            {add}
          </>
        }
      />
      <Fleet fleet={fleet} files={files.data} onUpdate={setUpdated} />
      <Rollouts />
      <Files files={files} action={isEmpty ? <NextStep /> : add} />
      {adding && <AddFile fleet={fleet.data ?? []} onClose={() => setAdding(false)} />}
      {moving && <MoveForm fleet={fleet.data ?? []} onStarted={open} onClose={() => setMoving(false)} />}
      {updated && (
        <RolloutForm
          row={updated}
          files={files.data ?? []}
          onStarted={open}
          onClose={() => setUpdated(null)}
        />
      )}
    </div>
  )
}

/** The files, or how the first one is added. */
function Files({ files, action }: { files: UseQueryResult<FirmwareFile[]>; action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('firmware.files.title')} flush>
      <Loaded query={files}>
        <FileTable
          files={files.data}
          empty={
            <EmptyState
              drawing="plug"
              title={t('firmware.files.empty')}
              text={t('firmware.files.emptyText')}
              action={action}
            />
          }
        />
      </Loaded>
    </Panel>
  )
}

/** The roll-outs, once there are some. */
function Rollouts() {
  const { t } = useTranslation()
  const rollouts = useQuery(rolloutsQuery)
  if (!rollouts.error && !rollouts.data?.length) return null
  return (
    <Panel title={t('firmware.rollouts.title')} flush>
      <Loaded query={rollouts}>
        <RolloutTable rollouts={rollouts.data} empty={null} />
      </Loaded>
    </Panel>
  )
}

interface FleetProps {
  fleet: UseQueryResult<FleetFirmware[]>
  files: FirmwareFile[] | undefined
  onUpdate: (row: FleetFirmware) => void
}

/** The versions in the fleet. */
function Fleet({ fleet, files, onUpdate }: FleetProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('firmware.fleet.title')} flush>
      <Loaded query={fleet}>
        <FleetTable
          fleet={fleet.data}
          files={files}
          onUpdate={onUpdate}
          empty={
            <EmptyState
              drawing="plug"
              title={t('firmware.fleet.empty')}
              text={t('firmware.fleet.emptyText')}
              action={<NextStep />}
            />
          }
        />
      </Loaded>
    </Panel>
  )
}

interface LoadedProps {
  query: { error: unknown; data: unknown; refetch: () => unknown }
  children: ReactNode
}

/** A table, or why it could not be loaded. */
function Loaded({ query, children }: LoadedProps) {
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return children
}
