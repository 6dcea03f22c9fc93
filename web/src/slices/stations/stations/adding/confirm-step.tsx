import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import {
  contract,
  defaultTariff,
  newStationBody,
  perKwh,
  type Station,
  type StationModel,
} from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../../api/calls/api-error.ts'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { boundsOf } from '../../../../ui/fields/number-bounds.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconRefresh } from '../../../../ui/pictures/icons.ts'
import { ModelSummary } from '../models/model-summary.tsx'
import { RoomNote } from '../monetize/room-note.tsx'
import classes from './confirm-step.module.css'
import { drawStationId, stationIdFault, withoutSpaces } from './station-id.ts'

interface ConfirmStepProps {
  locationId: number
  model: StationModel
  onAdded: (station: Station, password: string) => void
}

/** The chosen model and the id that the new station is known by. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { locationId, model } = props
  const { t } = useTranslation()
  const [id, setId] = useState(drawStationId)
  const format = useFormat()
  const [tariff, setTariff] = useState<number | ''>(defaultTariff)
  const fault = stationIdFault(id)
  const priced = newStationBody.shape.tariff.unwrap().safeParse(tariff).success
  const add = useAdding(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!fault && priced) add.mutate({ id, tariff: Number(tariff) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {add.isError && <Refused error={add.error} />}
      <Panel title={t('wizard.confirm.title')}>
        <div className={classes.columns}>
          <ModelSummary model={model} />
          <div className={classes.fields}>
            <IdField id={id} fault={fault} onChange={setId} />
            <RoomNote locationId={locationId} />
            <NumberField
              label={t('wizard.confirm.tariff')}
              description={t('wizard.confirm.tariffHint', {
                price: `${format.money(Number(tariff))} ${t('units.perKwh')}`,
              })}
              error={
                priced
                  ? tariff === 0
                    ? t('wizard.confirm.free')
                    : undefined
                  : t('wizard.confirm.fault.required')
              }
              value={tariff}
              onChange={setTariff}
              {...boundsOf(perKwh)}
              thousandSeparator=" "
              step={50}
              required
            />
          </div>
        </div>
      </Panel>
      <ChangeButton
        type="submit"
        className={classes.submit!}
        disabled={fault !== null || !priced}
        loading={add.isPending}
      >
        {t('wizard.confirm.submit')}
      </ChangeButton>
    </form>
  )
}

/** Adds the station; every list of stations is read again afterwards. */
function useAdding({ locationId, model, onAdded }: ConfirmStepProps) {
  const client = useQueryClient()
  return useChange({
    mutationFn: (chosen: { id: string; tariff: number }, idempotency) => {
      const { evses, ...named } = model
      const connectors = evses.flatMap((evse) =>
        evse.connectors.map((connector) => ({ ...connector, evse_number: evse.number })),
      )
      return request(contract.stations.add, {
        params: { id: locationId },
        body: { ...named, ...chosen, connectors },
        idempotency,
      })
    },
    onSuccess: ({ password, ...station }) => {
      // shown until the new list is there, an empty one would say that nothing was added, and move its link away from under a click
      client.removeQueries({ queryKey: ['stations', 'of-location', locationId] })
      void client.invalidateQueries({ queryKey: ['stations'] })
      void client.invalidateQueries({ queryKey: ['locations'] })
      onAdded(station, password)
    },
  })
}

interface IdFieldProps {
  id: string
  fault: ReturnType<typeof stationIdFault>
  onChange: (id: string) => void
}

function IdField({ id, fault, onChange }: IdFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('wizard.confirm.id')}
      description={t('wizard.confirm.idHint')}
      error={fault && t(`wizard.confirm.fault.${fault}`)}
      value={id}
      onChange={(event) => onChange(withoutSpaces(event.currentTarget.value))}
      classNames={{ input: classes.id! }}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      rightSection={
        <Tooltip label={t('wizard.confirm.draw')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('wizard.confirm.draw')}
            onClick={() => onChange(drawStationId())}
          >
            <IconRefresh size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      }
    />
  )
}

/** The server's own words when it gave a reason, "Something went wrong" when there is only the fact (domain.md#stations). */
function Refused({ error }: { error: Error }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const reasoned = error instanceof ApiError && error.status >= 400 && error.status < 500
  return (
    <p className={classes.error} role="alert">
      {reasoned ? errorText(error) : t('wizard.confirm.wrong')}
    </p>
  )
}
