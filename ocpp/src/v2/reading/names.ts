import { integer, record, text, withoutUndefined } from '../../messages/reading.ts'

/** A component's or variable's name with its instance: `Name.instance`. */
export const writtenName = ({ name, instance }: { name?: unknown; instance?: unknown }): string =>
  [text(name) ?? '', text(instance)].filter((part) => part !== undefined).join('.')

/** A component with its instance, EVSE and connector where it has them: `Name.instance@evse#connector`. */
export function writtenComponent(component: unknown): string {
  const { evse, ...named } = record(component)
  const { id, connectorId } = record(evse)
  const place = `${id === undefined ? '' : `@${id}`}${connectorId === undefined ? '' : `#${connectorId}`}`
  return `${writtenName(named)}${place}`
}

/** A text and the number that ends it after a mark, if one does. */
function numbered(written: string, mark: string): [string, string | undefined] {
  const at = written.lastIndexOf(mark)
  const digits = written.slice(at + 1)
  return at >= 0 && /^\d{1,15}$/.test(digits) ? [written.slice(0, at), digits] : [written, undefined]
}

interface Named {
  name: string
  instance?: string
}

/** `Name.instance@evse#connector`, as reports are read, split into its parts. */
export function componentOf(written: string): Named & { evse?: { id: number; connectorId?: number } } {
  const [beforeConnector, connector] = numbered(written, '#')
  const [name, evse] = numbered(beforeConnector, '@')
  const place =
    evse === undefined
      ? {}
      : {
          evse: withoutUndefined<{ id: number; connectorId?: number }>({
            id: Number(evse),
            connectorId: integer(connector && Number(connector)),
          }),
        }
  return { ...variableOf(name), ...place }
}

/** `Name.instance`, split. */
export function variableOf(written: string): Named {
  const dot = written.indexOf('.')
  return dot < 0 ? { name: written } : { name: written.slice(0, dot), instance: written.slice(dot + 1) }
}
