import { useTranslation } from 'react-i18next'
import { useChange } from '../../../../api/use-change.ts'
import { useErrorText } from '../../../../i18n/use-error-text.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { IconMapPinSearch, IconMapPinUp } from '../../../../ui/pictures/icons.ts'
import { addressOfPoint, pointOfAddress } from '../maps-queries.ts'
import classes from './address-map.module.css'
import type { Point } from './point.ts'
import { PointMap } from './point-map.tsx'

interface Address {
  country: string
  city: string
  street: string
  postal_code: string
}

interface AddressMapProps {
  address: Address
  point: Point | null
  onPoint: (point: Point) => void
  /** Only the parts of the address that were found for the point; other fields stay as typed. */
  onAddress: (address: Partial<Address>) => void
}

/** A map beside an address: the address moves the pin, the pin fills in the address (domain.md#maps-and-addresses). */
export function AddressMap({ address, point, onPoint, onAddress }: AddressMapProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { language } = useFormat()
  const text = [address.street, address.city, address.country].filter((part) => part.trim()).join(', ')
  const show = useChange({
    mutationFn: () => pointOfAddress(text, language),
    onSuccess: (found) => found && onPoint(found.coordinates),
  })
  const take = useChange({
    mutationFn: (from: Point) => addressOfPoint(from, language),
    onSuccess: (found) => {
      if (!found) return
      const { country, city, street, postal_code } = found
      onAddress(
        Object.fromEntries(Object.entries({ country, city, street, postal_code }).filter(([, part]) => part)),
      )
    },
  })
  const last = take.submittedAt > show.submittedAt ? take : show
  const missed = last.isSuccess && last.data === null
  const roughly = last.data?.accuracy === 'town'
  return (
    <div className={classes.map}>
      <div className={classes.buttons}>
        <ChangeButton
          variant="default"
          leftSection={<IconMapPinSearch size={16} stroke={1.75} />}
          disabled={text === ''}
          loading={show.isPending}
          onClick={() => show.mutate()}
        >
          {t('maps.showOnMap')}
        </ChangeButton>
        <ChangeButton
          variant="default"
          leftSection={<IconMapPinUp size={16} stroke={1.75} />}
          disabled={!point}
          loading={take.isPending}
          onClick={() => point && take.mutate(point)}
        >
          {t('maps.takeFromMap')}
        </ChangeButton>
      </div>
      <p className={classes.result} aria-live="polite">
        {last.isError
          ? errorText(last.error)
          : missed
            ? t(last === take ? 'maps.noAddress' : 'maps.noPoint')
            : roughly
              ? t(last === take ? 'maps.townTaken' : 'maps.townOnly', { town: last.data?.city })
              : t('maps.hint')}
      </p>
      <PointMap point={point} onMove={onPoint} label={t('maps.point')} />
    </div>
  )
}
