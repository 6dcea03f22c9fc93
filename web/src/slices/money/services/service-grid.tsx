import { ActionIcon, Badge, Menu, Skeleton } from '@mantine/core'
import { contract, type Service } from '@stationmaster/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { Money } from '../../../ui/figures/quantity.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { IconDots, IconPencil, IconTrash } from '../../../ui/pictures/icons.ts'
import { ServiceIcon } from '../../../ui/pictures/service-icon.tsx'
import classes from './services.module.css'
import { useServicesChanged } from './services-query.ts'

interface ServiceGridProps {
  /** undefined while they load */
  services: readonly Service[] | undefined
  /** undefined: the user may not change them */
  onEdit: ((service: Service) => void) | undefined
  empty: ReactNode
}

/** What a location sells, as cards. */
export function ServiceGrid({ services, onEdit, empty }: ServiceGridProps) {
  const [removed, setRemoved] = useState<Service | null>(null)
  if (services?.length === 0) return empty
  return (
    <>
      <ul className={classes.grid}>
        {services
          ? services.map((service) => (
              <ServiceCard
                key={service.id}
                service={service}
                onEdit={onEdit && (() => onEdit(service))}
                onRemove={() => setRemoved(service)}
              />
            ))
          : [1, 2, 3, 4].map((one) => <Skeleton key={one} component="li" height={150} radius="md" />)}
      </ul>
      {removed && <RemoveDialog service={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

interface ServiceCardProps {
  service: Service
  onEdit: (() => void) | undefined
  onRemove: () => void
}

function ServiceCard({ service, onEdit, onRemove }: ServiceCardProps) {
  const { t } = useTranslation()
  const { name, description, icon, price, agreed } = service
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <span className={classes.icon}>
          <ServiceIcon name={icon} />
        </span>
        {onEdit && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={t('services.menu', { name })}>
                <IconDots size={18} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
                {t('services.edit.open')}
              </Menu.Item>
              <Menu.Item
                c="var(--sm-bad-text)"
                leftSection={<IconTrash size={16} stroke={1.75} />}
                onClick={onRemove}
              >
                {t('services.remove.action')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <p className={classes.price}>
        <Money minor={price} unit />
      </p>
      <h3 className={classes.name}>{name}</h3>
      {description && <p className={classes.text}>{description}</p>}
      {!agreed && (
        <p className={classes.unagreed}>
          <Badge color="orange" variant="light">
            {t('services.unagreed')}
          </Badge>
          {t('services.unagreedText')}
        </p>
      )}
    </li>
  )
}

function RemoveDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useChange({
    mutationFn: (_: object) => request(contract.services.remove, { params: { id: service.id } }),
    onSuccess: onClose,
    onSettled: useServicesChanged(),
  })
  return (
    <FormDialog
      title={t('services.remove.title', { name: service.name })}
      action={t('services.remove.action')}
      hurts
      body={{}}
      change={remove}
      onClose={onClose}
    >
      <p className={classes.text}>{t('services.remove.text')}</p>
    </FormDialog>
  )
}
