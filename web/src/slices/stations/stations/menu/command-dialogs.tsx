import { Button, Group, Loader } from '@mantine/core'
import type { Station } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { useAnswer } from '../../../../i18n/use-answer.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/forms/dialog.tsx'
import { OperationAnswers } from '../choosing/operation-answers.tsx'
import { MonetizeDialog } from '../monetize/monetize-dialog.tsx'
import { HoldDialog } from '../out-of-use/hold-dialog.tsx'
import { MaintenanceDialog } from '../out-of-use/maintenance-dialog.tsx'
import { isOperative, type StationCommands } from './station-commands.ts'

export type StationDialog = 'operate' | 'monetize' | 'reset' | 'remove' | 'hold' | 'maintain'

interface CommandDialogsProps {
  station: Station
  commands: StationCommands
  opened: StationDialog | null
  onOpen: (opened: StationDialog | null) => void
}

/** Confirms a command to a station, and shows its outcome. */
export function CommandDialogs({ station, commands, opened, onOpen }: CommandDialogsProps) {
  const { t } = useTranslation()
  const number = stationNumber(station.number)
  const operative = isOperative(station)
  const close = () => onOpen(null)
  return (
    <>
      <ConfirmDialog
        opened={opened === 'operate'}
        title={t(operative ? 'stations.operation.offTitle' : 'stations.operation.onTitle', { number })}
        text={t(operative ? 'stations.operation.offText' : 'stations.operation.onText')}
        action={t(operative ? 'stations.operation.off' : 'stations.operation.on')}
        onConfirm={() => commands.operate.mutate({ operative: !operative, evses: [0] })}
        onClose={close}
      />
      {opened === 'monetize' && <MonetizeDialog station={station} commands={commands} onClose={close} />}
      <ConfirmDialog
        opened={opened === 'reset'}
        title={t('station.reset.title')}
        text={t('station.reset.text', { station: number })}
        action={t('station.reset.action')}
        onConfirm={() => commands.reset.mutate()}
        onClose={close}
      />
      <ConfirmDialog
        opened={opened === 'remove'}
        title={t('stations.remove.title', { number })}
        text={t('stations.remove.text')}
        action={t('stations.remove.action')}
        onConfirm={() => commands.remove.mutate()}
        onClose={close}
      />
      <HoldDialog
        opened={opened === 'hold'}
        number={number}
        onConfirm={(body) => commands.hold.mutate(body)}
        onClose={close}
      />
      {opened === 'maintain' && (
        <MaintenanceDialog
          station={station}
          onConfirm={(body) => commands.maintain.mutate(body)}
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
  const reported = shown ?? [operate, reset, hold].find(({ isSuccess }) => isSuccess)
  const quiet = commands.monetize.isPending || commands.remove.isPending || commands.maintain.isPending
  const close = () => reported?.reset()
  return (
    <Dialog
      opened={reported !== undefined && !quiet}
      onClose={close}
      title={t('station.title', { number })}
      size={440}
      centered
    >
      {reported?.isPending && (
        <Group gap="sm" role="status">
          <Loader size="sm" />
          {t('station.answer.waiting')}
        </Group>
      )}
      {reported?.isError && (
        <p role="alert">{t('station.answer.error', { error: errorText(reported.error) })}</p>
      )}
      {reported === operate && operate.data && <OperationAnswers answers={operate.data.answers} />}
      {reported === reset && reset.data && (
        <p role="status">
          {reset.data === 'Accepted'
            ? t('station.answer.accepted')
            : t('bulk.answered', { status: answer(reset.data) })}
        </p>
      )}
      {reported === hold && hold.data && (
        <p role="status">
          {t(
            hold.data.hold === null
              ? `stations.hold.acceptEffect.${hold.data.takes_effect}`
              : `stations.hold.effect.${hold.data.takes_effect}`,
          )}
        </p>
      )}
      {!reported?.isPending && (
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {t('common.close')}
          </Button>
        </Group>
      )}
    </Dialog>
  )
}
