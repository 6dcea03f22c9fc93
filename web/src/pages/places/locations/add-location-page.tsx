import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { AddForm } from '../../../slices/places/locations/add-form.tsx'
import { AddressMap } from '../../../slices/places/maps/points/address-map.tsx'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import classes from '../location/location-frame.module.css'

/** A form beside a map; afterwards the new location opens, where stations can be added. */
export function AddLocationPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const administrator = useManager()?.role === 'administrator'
  const backTo = administrator ? '/locations' : '/charge-points'
  return (
    <div className={classes.page}>
      <PageHeader title={t('locations.add.title')} backTo={backTo} />
      <AddForm
        choosesOwner={administrator}
        onAdded={({ id }) =>
          void navigate({
            to: '/locations/$locationId/stations',
            params: { locationId: String(id) },
            ignoreBlocker: true,
            replace: true,
          })
        }
        renderMap={(props) => <AddressMap {...props} />}
      />
    </div>
  )
}
