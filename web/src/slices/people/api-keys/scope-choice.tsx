import { Checkbox, Input } from '@mantine/core'
import { type Resource, resources, type Scope } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import classes from './api-keys.module.css'

interface ScopeChoiceProps {
  /** what the person may give */
  open: readonly Scope[]
  chosen: readonly Scope[]
  onChange: (chosen: Scope[]) => void
}

/** The scopes of a key: of each resource whether it is read and whether it is changed, in words. */
export function ScopeChoice({ open, chosen, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation()
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  const scopesOf = (resource: Resource) => open.filter((one) => one.startsWith(`${resource}:`))
  return (
    <Input.Wrapper label={t('keys.scopes')} description={t('keys.scopesHint')} labelElement="div" required>
      <div className={classes.scopes}>
        {resources
          .filter((one) => scopesOf(one).length > 0)
          .map((resource) => (
            <div key={resource} className={classes.resource}>
              <div>
                <p className={classes.name}>{t(`keys.resource.${resource}`)}</p>
                <p className={classes.hint}>{t(`keys.resourceHint.${resource}`)}</p>
              </div>
              <div className={classes.boxes}>
                {scopesOf(resource).map((scope) => {
                  const word = t(scope.endsWith(':read') ? 'keys.read' : 'keys.write')
                  return (
                    <Checkbox
                      key={scope}
                      size="xs"
                      label={word}
                      aria-label={`${t(`keys.resource.${resource}`)}: ${word}`}
                      title={scope}
                      checked={chosen.includes(scope)}
                      onChange={() => toggle(scope)}
                    />
                  )
                })}
              </div>
            </div>
          ))}
      </div>
    </Input.Wrapper>
  )
}
