import { ActionIcon, Input, TextInput } from '@mantine/core'
import { contract, languages, type ServiceType, serviceIcons, serviceTypeBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { ServiceIcon } from '../../../ui/pictures/service-icon.tsx'
import classes from './services.module.css'
import { useServicesChanged } from './services-query.ts'

type Written = Pick<ServiceType, 'names' | 'descriptions' | 'icon'>
const texts = { en: '', de: '', ru: '' }

/** A kind of service: its picture, its name and what it is, in each language. */
export function TypeDialog({ type, onClose }: { type: ServiceType | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [written, setWritten] = useState<Written>(
    type ?? { names: texts, descriptions: texts, icon: 'coffee' },
  )
  const parsed = serviceTypeBody.safeParse(written)
  const save = useChange({
    mutationFn: (body: NonNullable<typeof parsed.data>, idempotency) =>
      type
        ? request(contract.services.changeType, { params: { id: type.id }, body, idempotency })
        : request(contract.services.addType, { body, idempotency }),
    onSuccess: onClose,
    onSettled: useServicesChanged(),
  })
  return (
    <FormDialog
      title={type ? t('services.types.changeOf', { name: type.name }) : t('services.types.add')}
      action={t(type ? 'services.edit.action' : 'services.add.action')}
      body={parsed.data}
      change={save}
      onClose={onClose}
    >
      <IconField value={written.icon} onChange={(icon) => setWritten({ ...written, icon })} />
      {languages.map((language) => (
        <div className={classes.languages} key={language}>
          <TextInput
            label={t('services.types.nameIn', { language: t(`services.types.in_${language}`) })}
            value={written.names[language]}
            onChange={(event) =>
              setWritten({ ...written, names: { ...written.names, [language]: event.currentTarget.value } })
            }
            maxLength={100}
            required
          />
          <TextInput
            label={t('services.types.descriptionIn', { language: t(`services.types.in_${language}`) })}
            value={written.descriptions[language]}
            onChange={(event) =>
              setWritten({
                ...written,
                descriptions: { ...written.descriptions, [language]: event.currentTarget.value },
              })
            }
            maxLength={300}
          />
        </div>
      ))}
    </FormDialog>
  )
}

interface IconFieldProps {
  value: Written['icon']
  onChange: (icon: Written['icon']) => void
}

function IconField({ value, onChange }: IconFieldProps) {
  const { t } = useTranslation()
  return (
    <Input.Wrapper label={t('services.types.icon')} component="div">
      <div className={classes.icons} role="radiogroup" aria-label={t('services.types.icon')}>
        {serviceIcons.map((icon) => (
          <ActionIcon
            key={icon}
            role="radio"
            size={40}
            variant={icon === value ? 'filled' : 'default'}
            aria-checked={icon === value}
            aria-label={t(`services.icons.${icon}`)}
            onClick={() => onChange(icon)}
          >
            <ServiceIcon name={icon} size={22} />
          </ActionIcon>
        ))}
      </div>
    </Input.Wrapper>
  )
}
