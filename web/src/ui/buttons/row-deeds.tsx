import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '../pictures/icons.ts'

interface Deed {
  /** What a screen reader says: the deed and the name of the row. */
  label: string
  onClick: () => void
}

/** Changes and removes what a row of a table shows; a deed that nobody may do has no button. */
export function RowDeeds({ change, remove }: { change: Deed | null; remove: Deed | null }) {
  const deeds = [
    { deed: change, Icon: IconPencil },
    { deed: remove, Icon: IconTrash },
  ]
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {deeds.map(
        ({ deed, Icon }) =>
          deed && (
            <ActionIcon
              key={deed.label}
              variant="subtle"
              color="gray"
              size={32}
              aria-label={deed.label}
              onClick={deed.onClick}
            >
              <Icon size={16} stroke={1.75} />
            </ActionIcon>
          ),
      )}
    </Group>
  )
}
