import { type Connector, contract } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { IconPlayerStop } from '../../../../ui/pictures/icons.ts'
import { CommandAnswer } from '../../../../ui/states/command-answer.tsx'
import { Waiting } from '../../../../ui/states/waiting.tsx'
import classes from './remote-control.module.css'
import { type DriverPick, StartForm } from './start-form.tsx'
import { stationQuery } from './station-query.ts'
import { type Limits, startBodyOf } from './values/limits.ts'

interface RemoteControlProps {
  stationId: string
  connector: Connector
  number: number
  linkTo: (orderId: number, text: string) => ReactNode
  driverPicker: DriverPick
}

/** Starts and stops charging at a connector, and reads the station again afterwards. */
function useRemoteCommands(stationId: string, connectorId: number) {
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: stationQuery(stationId).queryKey })
  const params = { id: connectorId }
  // a start without an answer stays open, so its order is shown together with its failure
  const [heldOrderId, setHeldOrderId] = useState<number | null>(null)
  const openOrderId = () =>
    client
      .getQueryData(stationQuery(stationId).queryKey)
      ?.evses.flatMap(({ connectors }) => connectors)
      .find(({ id }) => id === connectorId)?.open_order_id ?? null
  const stop = useChange({
    mutationFn: (_orderId: number | null) => request(contract.connectors.stop, { params }),
    onSettled: reload,
  })
  const start = useChange({
    mutationFn: ({ limits, driverId }: { limits: Limits; driverId: number | null }, idempotency) => {
      const driver = driverId === null ? {} : { driver_id: driverId }
      return request(contract.connectors.start, {
        params,
        body: { ...startBodyOf(limits), ...driver },
        idempotency,
      })
    },
    onMutate: stop.reset,
    onSettled: async () => {
      await reload()
      setHeldOrderId(openOrderId())
    },
  })
  return { start, stop, heldOrderId }
}

/** Starts and stops charging from afar, shows that the station decides, and what it answered. */
export function RemoteControl({ stationId, connector, number, linkTo, driverPicker }: RemoteControlProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { start, stop, heldOrderId } = useRemoteCommands(stationId, connector.id)
  const askStop = () => {
    start.reset()
    stop.mutate(connector.open_order_id)
  }
  const charging = connector.open_order_id !== null
  return (
    <div className={classes.control}>
      {!charging && (
        <StartForm
          tariffMinor={connector.tariff}
          disabled={!connector.can.start || start.isPending}
          pending={start.isPending}
          onStart={start.mutate}
          driverPicker={driverPicker}
        />
      )}
      {charging && (
        <ChangeButton
          variant="default"
          c={connector.can.stop ? 'var(--sm-bad-text)' : 'dimmed'}
          leftSection={<IconPlayerStop size={16} stroke={1.75} />}
          disabled={!connector.can.stop}
          loading={stop.isPending}
          onClick={() => setAsking(true)}
        >
          {t('station.stop.action')}
        </ChangeButton>
      )}
      <Answers connector={connector} commands={{ start, stop, heldOrderId }} linkTo={linkTo} />
      <ConfirmDialog
        opened={asking}
        title={t('station.stop.title')}
        text={t('station.stop.text', { number })}
        action={t('station.stop.action')}
        onConfirm={askStop}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

interface AnswersProps extends Pick<RemoteControlProps, 'connector' | 'linkTo'> {
  commands: ReturnType<typeof useRemoteCommands>
}

/** What the station answered to a start or stop, as long as it is about the order that is shown. */
function Answers({ connector, commands: { start, stop, heldOrderId }, linkTo }: AnswersProps) {
  const { t } = useTranslation()
  const { open_order_id: shown } = connector
  return (
    <>
      {(start.isPending || stop.isPending) && <Waiting text={t('station.answer.waiting')} />}
      {start.isSuccess && shown === start.data.id && (
        <CommandAnswer good onClose={start.reset}>
          {start.data.awaits_driver
            ? t('station.answer.awaitsDriver', { email: start.data.mailed_to ?? '' })
            : t('station.answer.acceptedId')}{' '}
          {linkTo(start.data.id, String(start.data.id))}
        </CommandAnswer>
      )}
      {stop.isSuccess && shown === stop.variables && (
        <CommandAnswer good onClose={stop.reset}>
          {stop.data === 'Accepted' ? t('station.answer.accepted') : stop.data}
        </CommandAnswer>
      )}
      {start.isError && shown === heldOrderId && <Refusal error={start.error} onClose={start.reset} />}
      {stop.isError && shown !== null && <Refusal error={stop.error} onClose={stop.reset} />}
    </>
  )
}

/** Why a command failed. */
export function Refusal({ error, onClose }: { error: Error; onClose: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <CommandAnswer good={false} onClose={onClose}>
      {t('station.answer.error', { error: errorText(error) })}
    </CommandAnswer>
  )
}
