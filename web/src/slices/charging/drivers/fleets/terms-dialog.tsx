import { Button } from '@mantine/core'
import { contract, type Driver } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { FoundSelect } from '../../../../ui/fields/found-select.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { IconPencil } from '../../../../ui/pictures/icons.ts'
import { useReloadDrivers } from '../driver-queries.ts'

const shownMost = 20

/** Changes a driver's own discount, and the company that pays for the driver. */
export function TermsButton({ driver }: { driver: Driver }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setOpen(true)}>
        {t('drivers.terms.action')}
      </Button>
      {open && <TermsDialog driver={driver} onClose={() => setOpen(false)} />}
    </>
  )
}

function TermsDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadDrivers()
  const [discount, setDiscount] = useState<number | ''>(driver.discount_percent)
  const [fleet, setFleet] = useState<Driver['fleet']>(driver.fleet)
  const percent = discount === '' ? 0 : discount
  const isPercent = Number.isInteger(percent) && percent >= 0 && percent <= 100
  const change = useChange({
    mutationFn: (body: { discount_percent: number; fleet_id: number | null }, idempotency) =>
      request(contract.drivers.change, { params: { id: driver.id }, body, idempotency }),
    onSuccess: () => {
      void reload()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('drivers.terms.title')}
      action={t('drivers.groups.save')}
      body={isPercent ? { discount_percent: percent, fleet_id: fleet?.id ?? null } : undefined}
      change={change}
      onClose={onClose}
    >
      <NumberField
        label={t('drivers.terms.discount')}
        description={t('drivers.terms.discountHint')}
        value={discount}
        onChange={setDiscount}
        min={0}
        max={100}
      />
      <FoundSelect
        name="fleets"
        label={t('drivers.terms.fleet')}
        description={t('drivers.terms.fleetHint')}
        placeholder={t('drivers.terms.noFleet')}
        none={t('drivers.fleets.noneFound')}
        chosen={fleet}
        labelOf={({ name }) => name}
        find={(search, signal) =>
          request(contract.fleets.list, { query: { limit: shownMost, search } }, signal)
        }
        onChange={setFleet}
      />
    </FormDialog>
  )
}
