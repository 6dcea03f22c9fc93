import { Button, Skeleton } from '@mantine/core'
import type { Session } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconDeviceDesktop, IconDeviceMobile } from '../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { useEndSessions, useSessions } from './own-sessions.ts'
import classes from './sessions-panel.module.css'

const isHandheld = (device: string) => /Android|iPhone|iPad/.test(device)

/** The person's own sessions by device, with buttons to end one or all others. */
export function SessionsPanel() {
  const { t } = useTranslation()
  const sessions = useSessions()
  const ending = useEndSessions()
  const [toEnd, setToEnd] = useState<Session | 'others' | null>(null)
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  const question = toEnd === 'others' || toEnd === null ? 'others' : 'one'
  return (
    <Panel
      title={t('auth.sessions.title')}
      count={sessions.data?.length}
      actions={
        others.length > 0 && (
          <ChangeButton
            variant="default"
            size="xs"
            onClick={() => setToEnd('others')}
            loading={ending.isPending}
          >
            {t('auth.sessions.endOthers')}
          </ChangeButton>
        )
      }
    >
      {ending.isError && <FormError error={ending.error} />}
      {sessions.isError && <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <Skeleton height={52} />}
      <ul className={classes.list}>
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setToEnd(session)} />
        ))}
      </ul>
      <ConfirmDialog
        opened={toEnd !== null}
        title={t(`auth.sessions.ask.${question}`)}
        text={t('auth.sessions.ask.text')}
        action={question === 'one' ? t('auth.sessions.end') : t('auth.sessions.endOthers')}
        onConfirm={() => toEnd && ending.mutate(toEnd)}
        onClose={() => setToEnd(null)}
      />
    </Panel>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation()
  const device = session.device || t('auth.sessions.unknown')
  return (
    <li className={classes.row}>
      <DeviceIcon device={session.device} />
      <div className={classes.words}>
        <div className={classes.device}>
          {device}
          {session.current && <span className={classes.here}>{t('auth.sessions.current')}</span>}
        </div>
        <div className={classes.facts}>
          {t('auth.sessions.lastUsed')} <When at={session.last_used_at} style="dayTime" />
        </div>
        <div className={classes.facts}>
          {session.remote_address && `${session.remote_address} · `}
          {t('auth.sessions.created')} <When at={session.created_at} style="dayTime" />
        </div>
      </div>
      {!session.current && (
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          onClick={onEnd}
          aria-label={`${t('auth.sessions.end')}: ${device}`}
        >
          {t('auth.sessions.end')}
        </Button>
      )}
    </li>
  )
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = isHandheld(device) ? IconDeviceMobile : IconDeviceDesktop
  return <Icon size={24} stroke={1.5} className={classes.icon} aria-hidden="true" />
}
