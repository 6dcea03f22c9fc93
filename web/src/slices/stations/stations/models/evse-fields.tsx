import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { connectorTypes, currents } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import type { CheckedInput } from '../../../../ui/forms/use-fields.ts'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconPlus, IconTrash } from '../../../../ui/pictures/icons.ts'
import {
  addConnector,
  changeConnector,
  type ModelDraft,
  removeConnector,
  removeEvse,
  usualCurrent,
} from './model-draft.ts'
import classes from './model-form.module.css'
import { useFocusNew } from './use-focus-new.ts'

interface EvseFieldsProps {
  draft: ModelDraft
  /** Which of its EVSEs. */
  index: number
  onChange: (draft: ModelDraft) => void
  checked: (field: string) => CheckedInput
}

/** One EVSE of a model with its connectors. */
export function EvseFields({ draft, index, onChange, checked }: EvseFieldsProps) {
  const { t } = useTranslation()
  // the form shows the EVSEs of the draft
  const evse = draft.evses[index]!
  const { list, expect } = useFocusNew(evse.connectors.length)
  const add = () => {
    expect()
    onChange(addConnector(draft, index))
  }
  return (
    <Panel
      title={t('wizard.model.evse', { number: evse.number })}
      actions={
        index > 0 && (
          <Remove
            label={t('wizard.model.removeEvse', { number: evse.number })}
            onClick={() => onChange(removeEvse(draft, index))}
          />
        )
      }
    >
      <div className={classes.connectors} ref={list}>
        {evse.connectors.map((connector, at) => (
          <ConnectorFields
            key={connector.number}
            connector={connector}
            checkedPower={checked(`evses.${index}.connectors.${at}.power`)}
            onChange={(changes) => onChange(changeConnector(draft, index, at, changes))}
            onRemove={at > 0 ? () => onChange(removeConnector(draft, index, at)) : undefined}
          />
        ))}
      </div>
      <Button
        variant="subtle"
        size="xs"
        mt={12}
        px={8}
        leftSection={<IconPlus size={14} stroke={1.75} />}
        onClick={add}
      >
        {t('wizard.model.addConnector')}
      </Button>
    </Panel>
  )
}

interface ConnectorFieldsProps {
  connector: ModelDraft['evses'][number]['connectors'][number]
  checkedPower: CheckedInput
  onChange: (changes: Parameters<typeof changeConnector>[3]) => void
  /** absent for the first, which every EVSE has */
  onRemove?: (() => void) | undefined
}

/** Type, current and power of a connector. */
function ConnectorFields({ connector, checkedPower, onChange, onRemove }: ConnectorFieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.connector}>
      <legend className={classes.number}>{t('wizard.model.connector', { number: connector.number })}</legend>
      <Select
        className={classes.type!}
        aria-label={t('wizard.model.type')}
        data={connectorTypes}
        value={connector.type}
        allowDeselect={false}
        onChange={(type) => type && onChange({ type, current: usualCurrent(type) })}
      />
      <Select
        aria-label={t('wizard.model.current')}
        data={currents}
        value={connector.current}
        allowDeselect={false}
        onChange={(current) => current && onChange({ current })}
      />
      <NumberField
        aria-label={t('wizard.model.power')}
        placeholder={t('wizard.model.power')}
        value={connector.power}
        onChange={(power) => onChange({ power })}
        {...checkedPower}
        suffix={` ${t('units.kw')}`}
        min={0.1}
        max={1000}
        decimals={1}
        inputMode="decimal"
        hideControls
        required
      />
      {onRemove && (
        <Remove label={t('wizard.model.removeConnector', { number: connector.number })} onClick={onRemove} />
      )}
    </fieldset>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={classes.remove!}
        aria-label={label}
        onClick={onClick}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
