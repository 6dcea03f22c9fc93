import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconDots, type IconStar } from '../pictures/icons.ts'

interface TileMenuProps {
  /** what may be done, and with which tile */
  label: string
  className?: string | undefined
  children: ReactNode
}

/** What may be done with a tile of a grid. */
export function TileMenu({ label, className, children }: TileMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} className={className ?? ''}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface TileMenuItemProps {
  icon: typeof IconStar
  label: string
  onClick: () => void
}

export function TileMenuItem({ icon: Icon, label, onClick }: TileMenuItemProps) {
  return (
    <Menu.Item leftSection={<Icon size={16} stroke={1.75} />} onClick={onClick}>
      {label}
    </Menu.Item>
  )
}
