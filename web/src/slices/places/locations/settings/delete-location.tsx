import { Button, Skeleton, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { contract, type Location } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconTrash } from '../../../../ui/pictures/icons.ts'
import classes from '../form.module.css'

/** Deletes a location: shows what is deleted and what stays, and requires its name to be typed. */
export function DeleteLocation({ location, onDeleted }: { location: Location; onDeleted: () => void }) {
  const { t } = useTranslation()
  const [opened, dialog] = useDisclosure(false)
  return (
    <Panel title={t('locations.delete.title')}>
      <div className={classes.row}>
        <p className={classes.note}>{t('locations.delete.text')}</p>
        <Button
          variant="default"
          c="var(--sm-bad-text)"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={dialog.open}
        >
          {t('locations.delete.open')}
        </Button>
      </div>
      {opened && <DeleteDialog location={location} onClose={dialog.close} onDeleted={onDeleted} />}
    </Panel>
  )
}

interface DeleteDialogProps {
  location: Location
  onClose: () => void
  onDeleted: () => void
}

function DeleteDialog({ location, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const params = { id: location.id }
  const effects = useQuery({
    queryKey: ['locations', 'deletion', location.id],
    queryFn: ({ signal }) => request(contract.locations.deletion, { params }, signal),
    staleTime: 0,
    meta: { live: (signal) => signal.locationId === location.id },
  })
  const remove = useChange({
    mutationFn: (_: object) => request(contract.locations.remove, { params }),
    onSuccess: () => {
      onDeleted()
      void client.invalidateQueries({ queryKey: ['locations', 'pages'] })
      void client.invalidateQueries({ queryKey: ['stations'] })
    },
    onError: () => void effects.refetch(),
  })
  const { data } = effects
  const charging = (data?.open_orders ?? 0) > 0
  return (
    <FormDialog
      title={t('locations.delete.ask', { name: location.name })}
      action={t('locations.delete.open')}
      hurts
      body={data && !charging && typed.trim() === location.name ? {} : undefined}
      change={remove}
      onClose={onClose}
    >
      {effects.isPending && <Skeleton height={96} />}
      {effects.isError && <p className={classes.failure}>{errorText(effects.error)}</p>}
      {data && (
        <Facts>
          <Fact name={t('locations.delete.stations')}>{format.number(data.stations)}</Fact>
          <Fact name={t('locations.delete.connectors')}>{format.number(data.connectors)}</Fact>
          <Fact name={t('locations.delete.orders')}>{format.number(data.orders)}</Fact>
          <Fact name={t('locations.delete.openOrders')}>{format.number(data.open_orders)}</Fact>
        </Facts>
      )}
      {charging && <p className={classes.failure}>{t('locations.delete.charging')}</p>}
      {data && !charging && (
        <TextInput
          label={t('locations.delete.type', { name: location.name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
    </FormDialog>
  )
}
