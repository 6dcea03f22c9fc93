import { Button, Group, Loader, Modal } from '@mantine/core'
import type { Station } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { useAnswer } from '../../../../i18n/use-answer.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { OperationAnswers } from '../choosing/operation-answers.tsx'
import { MonetizeDialog } from '../monetize/monetize-dialog.tsx'
import { HoldDialog } from '../out-of-use/hold-dialog.tsx'
import { MaintenanceDialog } from '../out-of-use/maintenance-dialog.tsx'
import { isOperative, type StationCommands } from './station-commands.ts'

export type Asked = 'operate' | 'monetize' | 'reset' | 'remove' | 'hold' | 'maintain'

interface CommandDialogsProps {
  station: Station
  commands: StationCommands
  asked: Asked | null
  onAsked: (asked: Asked | null) => void
}

/** Asks before a command to a station, and shows what came of it. */
export function CommandDialogs({ station, commands, asked, onAsked }: CommandDialogsProps) {
  const { t } = useTranslation()
  const number = stationNumber(station.number)
  const operative = isOperative(station)
  const close = () => onAsked(null)
  return (
    <>
      <ConfirmDialog
        opened={asked === 'operate'}
        title={t(operative ? 'stations.operation.offTitle' : 'stations.operation.onTitle', { number })}
        text={t(operative ? 'stations.operation.offText' : 'stations.operation.onText')}
        action={t(operative ? 'stations.operation.off' : 'stations.operation.on')}
        onConfirm={() => commands.operate.mutate({ operative: !operative, evses: [0] })}
        onClose={close}
      />
      {asked === 'monetize' && <MonetizeDialog station={station} commands={commands} onClose={close} />}
      <ConfirmDialog
        opened={asked === 'reset'}
        title={t('station.reset.title')}
        text={t('station.reset.text', { station: number })}
        action={t('station.reset.action')}
        onConfirm={() => commands.reset.mutate()}
        onClose={close}
      />
      <ConfirmDialog
        opened={asked === 'remove'}
        title={t('stations.remove.title', { number })}
        text={t('stations.remove.text')}
        action={t('stations.remove.action')}
        onConfirm={() => commands.remove.mutate()}
        onClose={close}
      />
      <HoldDialog
        opened={asked === 'hold'}
        number={number}
        onConfirm={(idempotency) => commands.hold.mutate(idempotency)}
        onClose={close}
      />
      {asked === 'maintain' && (
        <MaintenanceDialog
          station={station}
          onConfirm={(idempotency) => commands.maintain.mutate(idempotency)}
          onClose={close}
        />
      )}
      <Outcome commands={commands} number={number} />
    </>
  )
}

function Outcome({ commands, number }: { commands: StationCommands; number: string }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const answer = useAnswer()
  const shown = Object.values(commands).find(({ isPending, isError }) => isPending || isError)
  const { operate, reset, hold } = commands
  const told = shown ?? [operate, reset, hold].find(({ isSuccess }) => isSuccess)
  const quiet = commands.monetize.isPending || commands.remove.isPending || commands.maintain.isPending
  const close = () => told?.reset()
  return (
    <Modal
      opened={told !== undefined && !quiet}
      onClose={close}
      title={t('station.title', { number })}
      size={440}
      centered
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {told?.isPending && (
        <Group gap="sm" role="status">
          <Loader size="sm" />
          {t('station.answer.waiting')}
        </Group>
      )}
      {told?.isError && <p role="alert">{t('station.answer.error', { error: errorText(told.error) })}</p>}
      {told === operate && operate.data && <OperationAnswers answers={operate.data.answers} />}
      {told === reset && reset.data && (
        <p role="status">
          {reset.data === 'Accepted'
            ? t('station.answer.accepted')
            : t('bulk.answered', { status: answer(reset.data) })}
        </p>
      )}
      {told === hold && hold.data && (
        <p role="status">
          {t(
            hold.data.hold === null
              ? `stations.hold.acceptEffect.${hold.data.takes_effect}`
              : `stations.hold.effect.${hold.data.takes_effect}`,
          )}
        </p>
      )}
      {!told?.isPending && (
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {t('common.close')}
          </Button>
        </Group>
      )}
    </Modal>
  )
}
