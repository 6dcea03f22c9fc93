import { ActionIcon, Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconPlus, IconTrash } from '../../../../ui/pictures/icons.ts'
import { useFaultText } from '../fault-list.tsx'
import { type Fault, isObject, type Json, type JsonSchema, leastOf } from './schema.ts'
import classes from './schema-form.module.css'
import { SchemaInput } from './schema-input.tsx'

interface FieldProps {
  name: string
  path: string
  schema: JsonSchema
  value: unknown
  faults: readonly Fault[]
  required: boolean
  onChange: (value: unknown) => void
  /** absent: the field is required */
  onRemove?: (() => void) | undefined
}

interface SchemaFormProps {
  schema: JsonSchema
  value: Json
  faults: readonly Fault[]
  onChange: (value: Json) => void
}

/** A payload as a form made from its schema: required fields are always shown, optional ones can be added and removed. */
export function SchemaForm({ schema, value, faults, onChange }: SchemaFormProps) {
  return <Properties path="" schema={schema} value={value} faults={faults} onChange={onChange} />
}

const isOpen = ({ type, additionalProperties }: JsonSchema): boolean =>
  type === 'object' && additionalProperties !== false

const childPath = (path: string, name: string | number) => (path === '' ? String(name) : `${path}.${name}`)

function Properties({ path, schema, value, faults, onChange }: SchemaFormProps & { path: string }) {
  const { t } = useTranslation()
  const properties = Object.entries(schema.properties ?? {})
  const present = properties.filter(([name]) => name in value || schema.required?.includes(name))
  // an object that may hold anything is the vendor's own: people write it in the editor
  const absent = properties.filter(
    ([name, part]) => !(name in value) && !schema.required?.includes(name) && !isOpen(part),
  )
  const without = (name: string) =>
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
  return (
    <div className={classes.properties}>
      {present.map(([name, part]) => {
        const required = schema.required?.includes(name) ?? false
        return (
          <Field
            key={name}
            name={name}
            path={childPath(path, name)}
            schema={part}
            value={value[name]}
            faults={faults}
            required={required}
            onChange={(next) => onChange({ ...value, [name]: next })}
            onRemove={required ? undefined : () => onChange(without(name))}
          />
        )
      })}
      {present.length === 0 && absent.length === 0 && (
        <p className={classes.none}>{t('command.form.none')}</p>
      )}
      {absent.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              className={classes.add}
            >
              {t('command.form.add')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {absent.map(([name, part]) => (
              <Menu.Item key={name} onClick={() => onChange({ ...value, [name]: leastOf(part) })}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

function Field(props: FieldProps) {
  const { schema, value, onChange, path, faults, name } = props
  if (schema.type === 'object') {
    return (
      <Group {...props}>
        <Properties
          path={path}
          schema={schema}
          value={isObject(value) ? value : {}}
          faults={faults}
          onChange={onChange}
        />
      </Group>
    )
  }
  if (schema.type === 'array') {
    const items = Array.isArray(value) ? value : []
    return (
      <Group {...props} onAdd={() => onChange([...items, leastOf(schema.items ?? {})])}>
        {items.map((item, index) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no key but their index
            key={index}
            name={`${name} ${index + 1}`}
            path={childPath(path, index)}
            schema={schema.items ?? {}}
            value={item}
            faults={faults}
            required
            onChange={(next) => onChange(items.with(index, next))}
            onRemove={() => onChange(items.toSpliced(index, 1))}
          />
        ))}
      </Group>
    )
  }
  return <Scalar {...props} />
}

interface GroupProps extends FieldProps {
  onAdd?: () => void
  children: React.ReactNode
}

function Group({ name, path, faults, required, onRemove, onAdd, children }: GroupProps) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  const own = faults.filter((fault) => fault.path === path)
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        {name}
        {required && <span aria-hidden="true"> *</span>}
      </legend>
      <span className={classes.tools}>
        {onAdd && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            onClick={onAdd}
            aria-label={t('command.form.addItem', { name })}
          >
            <IconPlus size={16} stroke={1.75} />
          </ActionIcon>
        )}
        {onRemove && <Remove name={name} onRemove={onRemove} />}
      </span>
      {children}
      {own.map((fault) => (
        <p key={fault.keyword + JSON.stringify(fault.params)} className={classes.fault}>
          {faultText(fault)}
        </p>
      ))}
    </fieldset>
  )
}

function Remove({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      onClick={onRemove}
      aria-label={t('command.form.remove', { name })}
    >
      <IconTrash size={16} stroke={1.75} />
    </ActionIcon>
  )
}

function Scalar({ name, path, schema, value, faults, required, onChange, onRemove }: FieldProps) {
  const faultText = useFaultText()
  const fault = faults.find((one) => one.path === path)
  return (
    <div className={classes.scalar}>
      <SchemaInput
        schema={schema}
        value={value}
        onChange={onChange}
        label={name}
        withAsterisk={required}
        error={fault && faultText(fault)}
        className={classes.input!}
        hideControls
      />
      {onRemove && <Remove name={name} onRemove={onRemove} />}
    </div>
  )
}
