import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { contract, type Station, type StationModel } from '@stationmaster/contract'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ModelSummary } from '../models/model-summary.tsx'
import classes from './confirm-step.module.css'
import { drawStationId, stationIdFault, withoutSpaces } from './station-id.ts'

interface ConfirmStepProps {
  locationId: number
  model: StationModel
  onAdded: (station: Station, password: string) => void
}

/** The chosen model and the id that the new station is known by. */
export function ConfirmStep({ locationId, model, onAdded }: ConfirmStepProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [id, setId] = useState(drawStationId)
  const fault = stationIdFault(id)
  const add = useChange({
    mutationFn: (_, key) => {
      const { evses, ...named } = model
      const connectors = evses.flatMap((evse) =>
        evse.connectors.map((connector) => ({ ...connector, evse_number: evse.number })),
      )
      return request(contract.stations.add, {
        params: { id: locationId },
        body: { ...named, id, connectors },
        key,
      })
    },
    onSuccess: ({ password, ...station }) => {
      void client.invalidateQueries({ queryKey: ['stations'] })
      void client.invalidateQueries({ queryKey: ['locations'] })
      onAdded(station, password)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!fault) add.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {add.isError && <Refused error={add.error} />}
      <Panel title={t('wizard.confirm.title')}>
        <div className={classes.columns}>
          <ModelSummary model={model} />
          <TextInput
            label={t('wizard.confirm.id')}
            description={t('wizard.confirm.idHint')}
            error={fault && t(`wizard.confirm.fault.${fault}`)}
            value={id}
            onChange={(event) => setId(withoutSpaces(event.currentTarget.value))}
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
                  onClick={() => setId(drawStationId())}
                >
                  <IconRefresh size={16} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            }
          />
        </div>
      </Panel>
      <Button type="submit" className={classes.submit!} disabled={fault !== null} loading={add.isPending}>
        {t('wizard.confirm.submit')}
      </Button>
    </form>
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
