import { Button, Checkbox, Input } from '@mantine/core'
import type { WebhookEventType } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { eventGroups, groupNames } from './event-groups.ts'
import classes from './webhooks.module.css'

interface EventChoiceProps {
  /** what the person may hear of */
  open: readonly WebhookEventType[]
  chosen: readonly WebhookEventType[]
  onChange: (chosen: WebhookEventType[]) => void
}

/** The events that an address hears, in groups, each with what it means. */
export function EventChoice({ open, chosen, onChange }: EventChoiceProps) {
  const { t } = useTranslation()
  const toggle = (type: WebhookEventType) =>
    onChange(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type])
  return (
    <Input.Wrapper
      label={t('webhooks.eventsLabel')}
      description={t('webhooks.eventsHint')}
      labelElement="div"
      required
    >
      {groupNames.map((group) => {
        const types = eventGroups[group].filter((type) => open.includes(type))
        const rest = chosen.filter((type) => !(types as readonly string[]).includes(type))
        const isWhole = types.every((type) => chosen.includes(type))
        if (types.length === 0) return null
        return (
          <fieldset key={group} className={classes.group}>
            <legend className={classes.legend}>{t(`webhooks.group.${group}`)}</legend>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              className={classes.all!}
              aria-label={`${t(`webhooks.group.${group}`)}: ${t(isWhole ? 'webhooks.noneOf' : 'webhooks.allOf')}`}
              onClick={() => onChange(isWhole ? rest : [...rest, ...types])}
            >
              {t(isWhole ? 'webhooks.noneOf' : 'webhooks.allOf')}
            </Button>
            {types.map((type) => (
              <Checkbox
                key={type}
                size="xs"
                label={t(`webhooks.event.${type}`)}
                description={type}
                checked={chosen.includes(type)}
                onChange={() => toggle(type)}
              />
            ))}
          </fieldset>
        )
      })}
    </Input.Wrapper>
  )
}
